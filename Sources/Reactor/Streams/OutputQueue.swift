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
    case shared(ArraySlice<UInt8>, SharedPieces.Key)
  }

  /// What comes before ``last``: long pieces, and blocks that are full or stand before one.
  private var pieces: Deque<Piece> = [] {
    didSet { hasPieces = !pieces.isEmpty }
  }
  private var hasPieces = false
  /// What is being filled; nil when nothing waits in it.
  private var last: OutputBlock?
  private let spare: SpareBlock
  private let shared: SharedPieces
  private(set) var count = 0
  /// Those of them that stand in long pieces.
  private(set) var sharedCount = 0

  /// A piece that is longer is not copied.
  private static let longestCopy = 4_096

  /// - Parameter spare: Gives and takes blocks; several queues may share it, none of which keeps a block that is empty.
  init(spare: SpareBlock = SpareBlock(), sharing shared: SharedPieces = SharedPieces()) {
    self.spare = spare
    self.shared = shared
  }

  /// Adds bytes, which are copied.
  func append(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return }
    count += bytes.count
    var block = last ?? open()
    var taken = block.append(bytes)
    while taken < bytes.count {
      closeLast()
      block = open()
      taken += block.append(bytes.extracting(taken...))
    }
  }

  private func open() -> OutputBlock {
    let block = spare.take()
    last = block
    return block
  }

  /// Adds bytes that others may share; they are copied only if there are few.
  func append(sharing piece: ArraySlice<UInt8>) {
    guard piece.count > Self.longestCopy else { return append(piece.span) }
    count += piece.count
    sharedCount += piece.count
    closeLast()
    pieces.append(.shared(piece, shared.add(piece)))
  }

  /// Moves what was gathered to the other pieces.
  private func closeLast() {
    guard let block = last else { return }
    pieces.append(.block(block))
    last = nil
  }

  /// Lends the bytes to be written next; none when none wait.
  func withFirst<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard hasPieces else {
      guard let last else { return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
      return unsafe last.withBytes(body)
    }
    switch pieces[0] {
    case .block(let block): return unsafe block.withBytes(body)
    // SAFETY: `body` reads the slice's bytes while they are lent.
    case .shared(let bytes, _): return unsafe bytes.withUnsafeBytes { unsafe body($0) }
    }
  }

  /// The first bytes were written; at most as many as ``withFirst(_:)`` lends.
  func removeFirst(_ written: Int) {
    guard written > 0 else { return }
    count -= written
    guard hasPieces else {
      guard let block = last else { return }
      block.removeFirst(written)
      guard block.isEmpty else { return }
      last = nil
      return spare.give(block)
    }
    switch pieces[0] {
    case .block(let block):
      block.removeFirst(written)
      guard block.isEmpty else { return }
      pieces.removeFirst()
      spare.give(block)
    case .shared(let bytes, let key):
      sharedCount -= written
      if written == bytes.count {
        pieces.removeFirst()
        shared.remove(key)
      } else {
        pieces[0] = .shared(bytes.dropFirst(written), key)
      }
    }
  }

  func removeAll() {
    for case .shared(_, let key) in pieces { shared.remove(key) }
    pieces = []
    last = nil
    (count, sharedCount) = (0, 0)
  }
}

/// A block that was written, for whoever needs one next.
final class SpareBlock {
  private var block: OutputBlock?

  nonisolated init() {}

  func take() -> OutputBlock {
    guard let taken = block else { return OutputBlock() }
    block = nil
    return taken
  }

  /// - Parameter written: An empty block that the caller keeps no longer.
  func give(_ written: OutputBlock) {
    block = written
  }
}
