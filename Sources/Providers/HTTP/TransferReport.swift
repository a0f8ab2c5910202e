import CCurl
import Reactor
import StatusCore
import Text

/// The facts about a transfer that has ended, as plain values.
struct TransferReport {
  /// Why statusd itself ends a transfer.
  enum Refusal: Hashable {
    /// More decompressed bytes than are accepted.
    case body(limit: Int)
    case headers(limit: Int)
    /// A status 101, which was not requested.
    case protocolChange
    /// A redirect to what is neither http nor https.
    case redirect(scheme: String)
    case redirectWithoutURL
    case redirects(limit: Int)
    /// So many names are being looked up that no other is.
    case lookups
    /// A document where an event stream was asked for.
    case noEventStream(type: String?)
    /// An event stream that is compressed, which was not asked for.
    case compressedEvents
    /// The transfer to which a redirect led could not be made.
    indirect case noTransfer(Problem)
  }

  var code = CURLE_OK
  /// libcurl's words for the code; empty when all went well.
  var text = ""
  /// libcurl's words for this case in particular; empty when it has none.
  var errorText = ""
  /// The system's number of the last call that failed, whether or not that ended the transfer.
  var errno: CInt = 0
  /// What OpenSSL says of the server's certificate (`X509_V_…`).
  var verifyResult = 0
  /// When the server's certificate ends, in seconds since 1970; nil where that was not asked for.
  var certificateEnd: Int64?
  /// The status of a proxy's response to CONNECT; 0 without one.
  var proxyStatus = 0
  var progress = TransferProgress()
  /// Whether the body is a value, by its status; nil for what statuses always mean.
  var isValue: Bool?
  var refusal: Refusal?
  var headers = ResponseHeaders()
  /// Whether this machine has no network; checked only where that can be the cause.
  var isOffline = false
  var body: [UInt8] = []
}

/// The headers that are used, of the last response that is not an interim one; read when they are asked for.
struct ResponseHeaders {
  private let lines: HeaderLines
  var retryAfter: RetryAfter?

  init(_ lines: HeaderLines = HeaderLines()) {
    self.lines = lines
  }

  @LoopActor
  init(_ lines: HeaderLines, dates library: CurlLibrary) {
    self.lines = lines
    retryAfter = lines.first(.retryAfter).flatMap { RetryAfter($0, dates: library) }
  }

  var contentType: String? { lines.first(.contentType) }
  var location: String? { lines.first(.location) }

  /// What the next request sends; nil when the server gave no validator.
  ///
  /// - Parameter sent: The validators of this request. A 304 that does not repeat one confirms it (RFC 9111
  ///   section 4.3.4).
  func validators(sent: Validators? = nil) -> Validators? {
    let validators = Validators(
      entityTag: lines.first(.entityTag).flatMap(Self.usable) ?? sent?.entityTag,
      lastModified: lines.first(.lastModified).flatMap(Self.usable) ?? sent?.lastModified)
    return validators == Validators() ? nil : validators
  }

  /// nil for what a server may refuse to get back: then every request to come would fail.
  private static func usable(_ validator: String) -> String? {
    let isPrintable = validator.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return isPrintable && validator.utf8.count <= longestValidator ? validator : nil
  }

  /// In bytes.
  private static let longestValidator = 1_024

  /// Whether the body says what is wrong in the form of RFC 9457; parameters of the type mean nothing there.
  var announceProblemDetails: Bool { hasType("application/problem+json") }

  /// Whether the body is an event stream; its parameter `charset` means nothing, it is always UTF-8 (WHATWG HTML,
  /// section 9.2.6).
  var announceEvents: Bool { hasType("text/event-stream") }

  /// Whether the body is compressed, which libcurl undoes only where that was asked for.
  var isEncoded: Bool { lines.first(.contentEncoding).map { $0.lowercased() != "identity" } ?? false }

  private func hasType(_ wanted: Substring) -> Bool {
    let type = contentType?.parts(between: ";", most: 1, keepsEmpty: true).first?.lowercased() ?? ""
    return type.parts(between: " ") == [wanted]
  }

  var freshFor: Duration? {
    Freshness.duration(cacheControl: lines.all(.cacheControl), age: lines.first(.age))
  }
}
