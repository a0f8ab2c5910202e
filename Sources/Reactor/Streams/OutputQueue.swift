import DequeModule

/// Bytes that wait to be written, in the order in which they came.
///
/// Short pieces are gathered in blocks, so that one write takes many. Long ones are kept as they are, since other
/// messages may share them.
///
/// A class whose hot members are numbers and references: a struct in a property of its owner is checked for exclusive
/// access at every append, which takes longer than the append.
final class OutputQueue {
  private enum Piece {
    case block(OutputBlock)
    case shared(ArraySlice<UInt8>)
  }

  /// What comes before ``last``: long pieces, and blocks that are full or stand before one.
  private var pieces: Deque<Piece> = [] {
    didSet { hasPieces = !pieces.isEmpty }
  }
  private var hasPieces = false
  /// What is being filled.
  private var last = OutputBlock()
  /// A block that was written, for the next one that is needed.
  private var spare: OutputBlock?
  private(set) var count = 0

  /// A piece that is longer is not copied.
  private static let longestCopy = 4_096

  /// Adds bytes, which are copied.
  func append(_ bytes: Span<UInt8>) {
    count += bytes.count
    var taken = last.append(bytes)
    while taken < bytes.count {
      closeLast()
      taken += last.append(bytes.extracting(taken...))
    }
  }

  /// Adds bytes that others may share; they are copied only if there are few.
  func append(sharing piece: ArraySlice<UInt8>) {
    guard piece.count > Self.longestCopy else { return append(piece.span) }
    count += piece.count
    closeLast()
    pieces.append(.shared(piece))
  }

  /// Moves what was gathered to the other pieces.
  private func closeLast() {
    guard !last.isEmpty else { return }
    pieces.append(.block(last))
    last = spare ?? OutputBlock()
    spare = nil
  }

  /// Lends the bytes to be written next; none when none wait.
  func withFirst<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard hasPieces else { return unsafe last.withBytes(body) }
    switch pieces[0] {
    case .block(let block): return unsafe block.withBytes(body)
    // SAFETY: `body` reads the slice's bytes while they are lent.
    case .shared(let bytes): return unsafe bytes.withUnsafeBytes { unsafe body($0) }
    }
  }

  /// The first bytes were written; at most as many as ``withFirst(_:)`` lends.
  func removeFirst(_ written: Int) {
    guard written > 0 else { return }
    count -= written
    guard hasPieces else { return last.removeFirst(written) }
    switch pieces[0] {
    case .block(let block):
      block.removeFirst(written)
      guard block.isEmpty else { return }
      spare = block
      pieces.removeFirst()
    case .shared(let bytes):
      if written == bytes.count {
        pieces.removeFirst()
      } else {
        pieces[0] = .shared(bytes.dropFirst(written))
      }
    }
  }

  func removeAll() {
    pieces = []
    last = OutputBlock()
    spare = nil
    count = 0
  }
}
