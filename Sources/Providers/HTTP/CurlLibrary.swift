import CCurl
import Glibc
import Reactor
import StatusCore

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
      throw .noLibrary("HTTP needs libcurl, which could not be loaded (\(Self.lastLinkerError)).")
    }
    let table = UnsafeMutablePointer<CurlFunctions>.allocate(capacity: 1)
    // SAFETY: `ccurl_load` fills every field of the one struct for which there is room, or says which it could
    // not; the name is a literal of the shim.
    if let missing = unsafe ccurl_load(table, library) {
      throw .noLibrary("HTTP needs a newer libcurl: this one has no \(unsafe String(cString: missing)).")
    }
    guard unsafe table.pointee.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK else {
      throw .noLibrary("HTTP needs libcurl, which could not set itself up.")
    }
    unsafe functions = UnsafePointer(table)
  }

  /// What the dynamic linker says of its last failure.
  private static var lastLinkerError: String {
    // SAFETY: the text is the linker's, valid until this thread's next call of it.
    guard let text = unsafe dlerror() else { return "no reason given" }
    return unsafe String(cString: text)
  }
}

extension CurlLibrary {
  /// libcurl's own words for a code.
  func text(for code: CURLcode) -> String {
    // SAFETY: the text is a literal of the library.
    unsafe functions.pointee.easy_strerror(code).map { unsafe String(cString: $0) } ?? "code \(code.rawValue)"
  }

  /// Seconds since 1970 of a date in any of the formats of HTTP (RFC 9110 section 5.6.7).
  func seconds(ofDate text: String) -> Int64? {
    let seconds = unsafe functions.pointee.getdate(text, nil)
    return seconds == -1 ? nil : Int64(seconds)
  }
}

extension CurlLibrary {
  /// The absolute URL to which `reference` leads from the URL `base` (RFC 3986 section 5), with all escaped that
  /// must be; nil for what is no URL.
  func url(of reference: String, from base: String) -> String? {
    guard let url = unsafe functions.pointee.url() else { return nil }
    defer { unsafe functions.pointee.url_cleanup(url) }
    let lenient = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    guard unsafe functions.pointee.url_set(url, CURLUPART_URL, base, 0) == CURLUE_OK,
      unsafe functions.pointee.url_set(url, CURLUPART_URL, reference, lenient) == CURLUE_OK
    else { return nil }
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe functions.pointee.url_get(url, CURLUPART_URL, &text, 0) == CURLUE_OK,
      let text = unsafe text
    else { return nil }
    // SAFETY: the text ends with a zero and is ours to free once it has been copied.
    defer { unsafe functions.pointee.free(text) }
    return unsafe String(cString: text)
  }
}

extension Problem {
  fileprivate static func noLibrary(_ explanation: String) -> Problem {
    var problem = Problem(
      .sourceMisconfigured, explanation: "\(explanation) Install Debian's package libcurl4.")
    problem.detail.reason = "library"
    problem.detail.expected = "libcurl.so.4"
    return problem
  }
}
