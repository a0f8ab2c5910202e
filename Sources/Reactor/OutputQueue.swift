import DequeModule

/// Bytes that wait to be written, in the order in which they came.
///
/// Short pieces are gathered, so that one write takes many; long ones are kept as they are, since other
/// messages may share them.
struct OutputQueue {
  private var pieces: Deque<ArraySlice<UInt8>> = []
  /// Whether the last piece is of this queue's own making, and may grow.
  private var isLastOpen = false
  private(set) var count = 0

  /// A piece that is longer is not copied.
  private static let longestCopy = 4_096
  /// Pieces are gathered up to this size: one pipe full.
  private static let longestGathered = 65_536

  /// The bytes to be written next; empty when none wait.
  var first: ArraySlice<UInt8> { pieces.first ?? [] }

  mutating func append(_ piece: ArraySlice<UInt8>) {
    guard !piece.isEmpty else { return }
    count += piece.count
    let isShort = piece.count <= Self.longestCopy
    if isShort, isLastOpen, let last = pieces.indices.last, pieces[last].count < Self.longestGathered {
      pieces[last] += piece
    } else {
      pieces.append(isShort ? ArraySlice(Array(piece)) : piece)
      isLastOpen = isShort
    }
  }

  /// The first bytes were written.
  mutating func removeFirst(_ written: Int) {
    guard written > 0 else { return }
    count -= written
    if written == first.count {
      pieces.removeFirst()
      if pieces.isEmpty { isLastOpen = false }
    } else {
      pieces[pieces.startIndex].removeFirst(written)
    }
  }
}
