import DequeModule

/// Bytes that wait to be written, in the order in which they came.
///
/// Short pieces are gathered in one array, so that one write takes many. Long ones are kept as they are, since
/// other messages may share them.
struct OutputQueue {
  /// What comes before ``gathered``: long pieces, and what was gathered and is full.
  private var pieces: Deque<ArraySlice<UInt8>> = []
  private var gathered: [UInt8] = []
  /// How many of the gathered bytes were written.
  private var written = 0
  private(set) var count = 0

  /// A piece that is longer is not copied.
  private static let longestCopy = 4_096
  /// Bytes are gathered up to this size: one pipe full.
  private static let longestGathered = 65_536

  /// The bytes to be written next; empty when none wait.
  var first: ArraySlice<UInt8> { pieces.first ?? gathered[written...] }

  /// Adds bytes, which are copied.
  mutating func append(_ bytes: Span<UInt8>) {
    count += bytes.count
    // SAFETY: the buffer is read within the closure that lends it.
    unsafe bytes.withUnsafeBufferPointer { unsafe gathered.append(contentsOf: $0) }
    guard gathered.count >= Self.longestGathered else { return }
    close()
    // There is much to write: growing once more from nothing would copy it all again.
    gathered.reserveCapacity(Self.longestGathered + Self.longestCopy)
  }

  /// Adds bytes that others may share; they are copied only if there are few.
  mutating func append(sharing piece: ArraySlice<UInt8>) {
    guard piece.count > Self.longestCopy else { return append(piece.span) }
    count += piece.count
    close()
    pieces.append(piece)
  }

  /// Moves what was gathered to the other pieces.
  private mutating func close() {
    guard written < gathered.count else { return }
    pieces.append(gathered[written...])
    gathered = []
    written = 0
  }

  /// The first bytes were written; at most as many as ``first`` has.
  mutating func removeFirst(_ written: Int) {
    guard written > 0 else { return }
    count -= written
    guard pieces.isEmpty else {
      pieces[0].removeFirst(written)
      if pieces[0].isEmpty { pieces.removeFirst() }
      return
    }
    self.written += written
    if self.written == gathered.count {
      gathered.removeAll(keepingCapacity: true)
      self.written = 0
    }
  }
}
