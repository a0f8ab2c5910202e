import Jansson

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
  mutating func headerLineCame(_ line: Span<UInt8>) {
    if !hasHeaders, line.count > 5, line.extracting(..<5).spells("HTTP/") {
      status = Self.status(ofLine: line)
    }
    headerBytes += line.count
    if line.spells("\r\n") || line.spells("\n") { headersEnded() }
  }

  private mutating func headersEnded() {
    guard status >= 200 else { return }
    hasHeaders = true
    phase = .body
  }

  /// The code of `HTTP/1.1 200 OK`, three digits (RFC 9112 section 4); 0 when there is none.
  private static func status(ofLine line: Span<UInt8>) -> Int {
    guard var place = line.firstIndex(of: UInt8(ascii: " ")) else { return 0 }
    while place < line.count, line[place] == UInt8(ascii: " ") { place += 1 }
    guard place + 3 <= line.count else { return 0 }
    var status = 0
    for index in place..<place + 3 {
      guard 0x30...0x39 ~= line[index] else { return 0 }
      status = 10 * status + Int(line[index] - 0x30)
    }
    return status
  }
}
