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
  /// What is being filled; ``none`` when nothing waits in it.
  private var last: OutputBlock
  private let none: OutputBlock
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
    none = spare.none
    last = none
  }

  /// Adds bytes, which are copied.
  func append(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return }
    count += bytes.count
    let taken = last.append(bytes)
    if taken < bytes.count { appendToNext(bytes.extracting(taken...)) }
  }

  /// Adds what has no room in the block that is being filled.
  private func appendToNext(_ bytes: Span<UInt8>) {
    var taken = 0
    while taken < bytes.count {
      closeLast()
      last = spare.take()
      taken += last.append(bytes.extracting(taken...))
    }
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
    guard !last.isEmpty else { return }
    pieces.append(.block(last))
    last = none
  }

  /// Lends the bytes to be written next; none when none wait.
  func withFirst<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard hasPieces else { return unsafe last.withBytes(body) }
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
      last.removeFirst(written)
      guard last.isEmpty else { return }
      spare.give(last)
      last = none
      return
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
    last = none
    (count, sharedCount) = (0, 0)
  }
}

/// A block that was written, for whoever needs one next.
final class SpareBlock {
  private var block: OutputBlock?
  /// A block without room, which stands where nothing waits: a property that may be nil costs a reference to its block
  /// at each append.
  let none = OutputBlock(room: 0)

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
