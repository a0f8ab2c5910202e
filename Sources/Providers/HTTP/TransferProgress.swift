/// How far an attempt got, and what the response's first line says: a small state machine.
struct TransferProgress: Hashable {
  enum Phase {
    /// The name, TCP or TLS.
    case connecting
    /// The request was sent, and the headers are not complete.
    case awaitingHeaders
    case body
  }

  private(set) var phase = Phase.connecting
  /// The status of the newest response to the newest request; 0 before there is one.
  private(set) var status = 0
  /// The headers of a response that is not an interim one have ended.
  private(set) var hasHeaders = false
  /// Of the response to the newest request, interim responses and trailers included.
  private(set) var headerBytes = 0

  var isSuccess: Bool { 200..<300 ~= status }

  /// A connection stands; a second time, when one that was kept turned out to be dead.
  mutating func requestIsSent() {
    self = TransferProgress()
    phase = .awaitingHeaders
  }

  /// A line of headers came, its line end included.
  mutating func headerLineCame(_ line: [UInt8]) {
    if line.starts(with: "HTTP/".utf8), !hasHeaders {
      status = Self.status(ofLine: line)
    }
    headerBytes += line.count
    if line == [0x0D, 0x0A] || line == [0x0A] { headersEnded() }
  }

  private mutating func headersEnded() {
    guard status >= 200 else { return }
    hasHeaders = true
    phase = .body
  }

  /// The code of `HTTP/1.1 200 OK`, three digits (RFC 9112 section 4); 0 when there is none.
  private static func status(ofLine line: [UInt8]) -> Int {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count > 1 else { return 0 }
    let digits = words[1].prefix(3)
    // `Int` would take a sign as well.
    guard digits.count == 3, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return 0 }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}
