import CCurl
import Glibc
import Reactor
import StatusCore
import Text

/// libcurl, loaded when it is first needed.
///
/// Safe to use on the loop, because the table of functions is complete, never changes and is never freed, and
/// because the library is never unloaded.
@LoopActor
@safe
final class CurlLibrary {
  private static var loaded: CurlLibrary?

  /// A complete table; it lives as long as the process.
  let functions: UnsafePointer<CurlFunctions>

  private var foundStore: TrustStore?
  /// The compressions that it can undo, as a header names them; empty for none.
  private(set) lazy var encodings = findEncodings()
  /// The headers of plain requests, and who they say asks.
  private var plainHeaders: (userAgent: String, headers: CurlHeaders)?

  /// The library of this process.
  ///
  /// - Throws: `sourceMisconfigured` when it, or a function of it, is missing. That is looked at anew by the
  ///   next call, so that installing it mends the matter without a restart.
  static func shared() throws(Problem) -> CurlLibrary {
    if let loaded { return loaded }
    let library = try CurlLibrary(soname: "libcurl.so.4")
    loaded = library
    return library
  }

  /// Loads the library of that name.
  init(soname: String) throws(Problem) {
    guard let library = unsafe dlopen(soname, RTLD_NOW | RTLD_LOCAL) else {
      throw .noLibrary(.notLoaded(words: Self.lastLinkerError, on: Distribution.ofThisComputer))
    }
    let table = UnsafeMutablePointer<CurlFunctions>.allocate(capacity: 1)
    // SAFETY: `ccurl_load` fills every field of the one struct for which there is room, or says which it could
    // not; the name is a literal of the shim.
    if let missing = unsafe ccurl_load(table, library) {
      throw .noLibrary(.tooOld(lacking: unsafe String(cString: missing)))
    }
    let code = Self.withoutKeyLog { unsafe table.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) }
    guard code == CURLE_OK else {
      throw .noLibrary(.notSetUp)
    }
    unsafe functions = UnsafePointer(table)
  }

  /// Hides the variable SSLKEYLOGFILE, which libcurl reads when it sets itself up: it would write the keys of every
  /// connection to that file.
  ///
  /// The value is emptied in place and filled again. Removing the variable would move the others, which threads that
  /// look up names may be reading.
  private static func withoutKeyLog<Result>(_ body: () -> Result) -> Result {
    guard let value = unsafe getenv("SSLKEYLOGFILE") else { return body() }
    // SAFETY: the value has at least its zero at the end, and nobody but libcurl is interested in it.
    let first = unsafe value.pointee
    unsafe value.pointee = 0
    defer { unsafe value.pointee = first }
    return body()
  }

  /// What the dynamic linker says of its last failure.
  private static var lastLinkerError: String {
    // SAFETY: the text is the linker's, valid until this thread's next call of it.
    guard let text = unsafe dlerror() else { return "no reason given" }
    return unsafe String(cString: text)
  }
}

extension CurlLibrary {
  /// The authorities that are trusted.
  ///
  /// - Throws: `sourceMisconfigured` when there are none, or when those that the environment names cannot be read.
  func authorities() throws(Problem) -> TrustStore {
    guard let store = trustStore else {
      throw .noAuthorities(.noAuthorities(on: Distribution.ofThisComputer))
    }
    if let variable = store.unusable { throw .noAuthorities(.namedAuthorities(by: variable)) }
    return store
  }

  /// The same, looked for when they are first needed; nil where there are none.
  ///
  /// That is looked at anew by the next transfer, so that installing them mends the matter without a restart.
  var trustStore: TrustStore? {
    if let foundStore { return foundStore }
    // SAFETY: the struct and its texts are the library's, and never change.
    let version = unsafe ccurl_version(functions).pointee
    let own = unsafe (Self.text(version.cainfo), Self.text(version.capath))
    foundStore = TrustStore.find(
      variable: EnvironmentVariable.value(of:), library: own, isThere: TrustStore.isThere)
    return foundStore
  }

  /// Its version and that of its TLS: `7.88.1, OpenSSL/3.0.17`.
  var versions: String {
    // SAFETY: as above.
    let version = unsafe ccurl_version(functions).pointee
    let words = unsafe [Self.text(version.version), Self.text(version.ssl_version)]
    return words.compactMap(\.self).joined(separator: ", ")
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    // SAFETY: libcurl ends its texts with a zero.
    unsafe pointer.map { unsafe String(cString: $0) }
  }

  /// libcurl's own words for a code.
  func text(for code: CURLcode) -> String {
    // SAFETY: the text is a literal of the library.
    unsafe functions.pointee.easy_strerror(code).map { unsafe String(cString: $0) } ?? "code \(code.rawValue)"
  }

  /// Seconds since 1970 of a date in any of the formats of HTTP (RFC 9110 section 5.6.7), whose years have four digits.
  ///
  /// libcurl reads years of any length, and a moment of such a year would be no number of milliseconds.
  func seconds(ofDate text: String) -> Int64? {
    let seconds = Int64(unsafe functions.pointee.getdate(text, nil))
    return seconds != -1 && Self.dates ~= seconds ? seconds : nil
  }

  /// The years 1 to 9999.
  private static let dates = Int64(-62_135_596_800)...253_402_300_799
}

extension CurlLibrary {
  /// The headers of a request, in a list that plain ones share.
  func headers(of request: HTTPRequest, from userAgent: String) throws(Problem) -> CurlHeaders {
    if request.isPlain, let plainHeaders, plainHeaders.userAgent == userAgent { return plainHeaders.headers }
    let headers = try CurlHeaders(request.headerLines(from: userAgent, accepting: encodings), self)
    if request.isPlain { plainHeaders = (userAgent, headers) }
    return headers
  }

  private func findEncodings() -> String {
    // SAFETY: the struct is the library's, and never changes.
    let features = unsafe ccurl_version(functions).pointee.features
    let known = [
      (CURL_VERSION_LIBZ, "deflate, gzip"), (CURL_VERSION_BROTLI, "br"), (CURL_VERSION_ZSTD, "zstd"),
    ]
    return known.filter { features & $0.0 != 0 }.map(\.1).chained(by: ", ")
  }
}

extension CurlLibrary {
  /// The absolute URL to which `reference` leads from the URL `base` (RFC 3986 section 5), with all escaped that
  /// must be; nil for what is no URL that a request can be made to.
  func url(of reference: String, from base: String) -> String? {
    let lenient = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    guard let text = url(base, then: reference, lenient), let url = try? HTTPURL(text),
      (try? withPlainHost(url)) != nil
    else { return nil }
    return text
  }

  /// The URL that libcurl makes of one text, and of another if there is one.
  private func url(
    _ text: String, then reference: String? = nil, _ lenient: UInt32 = 0, asking flags: UInt32 = 0
  ) -> String? {
    guard let url = unsafe functions.pointee.url() else { return nil }
    defer { unsafe functions.pointee.url_cleanup(url) }
    guard unsafe functions.pointee.url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK else { return nil }
    if let reference {
      guard unsafe functions.pointee.url_set(url, CURLUPART_URL, reference, lenient) == CURLUE_OK else {
        return nil
      }
    }
    var result: UnsafeMutablePointer<CChar>?
    guard unsafe functions.pointee.url_get(url, CURLUPART_URL, &result, flags) == CURLUE_OK,
      let result = unsafe result
    else { return nil }
    // SAFETY: the text ends with a zero and is ours to free once it has been copied.
    defer { unsafe functions.pointee.free(result) }
    return unsafe String(cString: result)
  }
}

extension CurlLibrary {
  /// The URL with its host as it is looked up: in ASCII (RFC 5891 section 4.4) and without `%` (RFC 3986 section
  /// 3.2.2); others stay as they are.
  ///
  /// libcurl would convert the name by itself, and takes it for the encoding of the locale. The daemon has none, on
  /// purpose, so the thread is given one for as long as that takes.
  func withPlainHost(_ url: HTTPURL) throws(Problem) -> HTTPURL {
    // An address in brackets may name its link by a `%` (RFC 6874).
    guard !url.hasPlainHost, !url.host.begins(with: "[") else { return url }
    let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    guard let locale = unsafe locale else { throw .badHost(.noLocale) }
    // SAFETY: the thread has its former locale back before this one is freed.
    let former = unsafe uselocale(locale)
    defer {
      _ = unsafe uselocale(former)
      unsafe freelocale(locale)
    }
    // CURLU_PUNYCODE, of libcurl 7.88; the header may be older.
    guard let text = self.url(url.text, asking: 1 << 12), let plain = try? HTTPURL(text), plain.hasPlainHost
    else { throw .badHost(.noHostName) }
    return plain
  }
}

extension Problem {
  fileprivate static func badHost(_ library: Explanation.Library) -> Problem {
    Problem(.sourceMisconfigured, explanation: .library(library))
  }

  fileprivate static func noAuthorities(_ connection: Explanation.Connection) -> Problem {
    var problem = Problem(.sourceMisconfigured, explanation: .connection(connection))
    problem.detail.reason = "caFile"
    return problem
  }

  fileprivate static func noLibrary(_ library: Explanation.Library) -> Problem {
    var problem = Problem(.sourceMisconfigured, explanation: .library(library))
    problem.detail.reason = "library"
    problem.detail.expected = "libcurl.so.4"
    return problem
  }
}
