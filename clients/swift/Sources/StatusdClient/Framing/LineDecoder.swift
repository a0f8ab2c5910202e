internal import Foundation

/// Messages of one line each.
///
/// Blank lines are left out.
struct LineDecoder: FrameDecoder {
  private let limit: Int
  /// The beginning of a line.
  ///
  /// What was searched for its end once is not searched again.
  private var begun = Data()

  init(limit: Int = Framing.longestMessage) {
    self.limit = limit
  }

  mutating func feed(_ piece: Data) throws(NotStatusd) -> [Data] {
    var lines: [Data] = []
    var rest = piece
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      begun.append(rest[..<end])
      guard begun.count <= limit else { throw NotStatusd.tooLong(limit, begun) }
      if !isBlank(begun) { lines.append(begun) }
      begun = Data()
      rest = rest[rest.index(after: end)...]
    }
    begun.append(rest)
    guard begun.count <= limit else { throw NotStatusd.tooLong(limit, begun) }
    return lines
  }

  private func isBlank(_ line: Data) -> Bool {
    line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t") }
  }
}
