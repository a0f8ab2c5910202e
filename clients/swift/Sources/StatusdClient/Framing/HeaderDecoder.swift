internal import Foundation

/// Messages behind a header.
///
/// The daemon writes exactly `Content-Length: N`, CRLF, CRLF.
struct HeaderDecoder: FrameDecoder {
  private static let longestHead = 8_192
  private static let endOfHead = Data("\r\n\r\n".utf8)

  private var held = Data()
  /// Bytes of the body that comes; nil while its head is awaited.
  private var length: Int?

  mutating func feed(_ piece: Data) throws(NotStatusd) -> [Data] {
    held.append(piece)
    var bodies: [Data] = []
    while let body = try nextBody() {
      bodies.append(body)
    }
    return bodies
  }

  private mutating func nextBody() throws(NotStatusd) -> Data? {
    if length == nil { length = try readHead() }
    guard let length, held.count >= length else { return nil }
    self.length = nil
    return take(length)
  }

  private mutating func readHead() throws(NotStatusd) -> Int? {
    let head = held.prefix(Self.longestHead)
    guard let end = head.firstRange(of: Self.endOfHead) else {
      guard head.count < Self.longestHead else { throw NotStatusd.header(head) }
      return nil
    }
    let line = take(end.upperBound - held.startIndex).dropLast(Self.endOfHead.count)
    let text = String(decoding: line, as: UTF8.self)
    let name = "Content-Length: "
    guard text.hasPrefix(name), let length = Int(text.dropFirst(name.count)), length >= 0
    else { throw NotStatusd.header(line) }
    guard length <= Framing.longestMessage else { throw NotStatusd.tooLong(Framing.longestMessage, line) }
    return length
  }

  /// The first `count` bytes.
  ///
  /// What follows them is copied to a place of its own, or a slice would keep all that came.
  private mutating func take(_ count: Int) -> Data {
    let taken = Data(held.prefix(count))
    held = Data(held.dropFirst(count))
    return taken
  }
}
