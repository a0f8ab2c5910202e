import DequeModule

/// Bytes that wait to be written, in the order in which they came.
///
/// Short pieces are gathered in one array, so that one write takes many. Long ones are kept as they are, since
/// other messages may share them.
struct OutputQueue {
  /// What was gathered and not dropped yet.
  private var gathered: [UInt8] = []
  /// How many of the gathered bytes were written already.
  private var written = 0
  /// The long pieces, each with the number of gathered bytes since the start that come before it.
  private var shared: Deque<(position: Int, piece: ArraySlice<UInt8>)> = []
  /// How many gathered bytes were dropped from the front of the array since the start.
  private var dropped = 0
  private(set) var count = 0

  /// A piece that is longer is not copied.
  static let longestCopy = 4_096
  /// The most gathered bytes of one write, and the memory that is kept when all were written: one pipe full.
  private static let longestGathered = 65_536

  /// The bytes to be written next; empty when none wait.
  var first: ArraySlice<UInt8> {
    let end = shared.first.map { $0.position - dropped } ?? gathered.count
    if written == end, let next = shared.first { return next.piece }
    return gathered[written..<min(end, written + Self.longestGathered)]
  }

  /// Adds bytes, which are copied.
  mutating func append(_ bytes: Span<UInt8>) {
    count += bytes.count
    // SAFETY: the buffer is read within the closure that lends it.
    unsafe bytes.withUnsafeBufferPointer { unsafe gathered.append(contentsOf: $0) }
  }

  /// Adds bytes that others may share; they are copied only if there are few.
  mutating func append(sharing piece: ArraySlice<UInt8>) {
    guard piece.count > Self.longestCopy else { return append(piece.span) }
    count += piece.count
    shared.append((dropped + gathered.count, piece))
  }

  /// The first bytes were written; at most as many as ``first`` has.
  mutating func removeFirst(_ written: Int) {
    guard written > 0 else { return }
    count -= written
    if let next = shared.first, self.written == next.position - dropped {
      shared[0].piece.removeFirst(written)
      if shared[0].piece.isEmpty { shared.removeFirst() }
    } else {
      self.written += written
      dropWritten()
    }
  }

  /// Gives back the memory of what was written, once that is half of it: so no more bytes are moved than dropped.
  private mutating func dropWritten() {
    if written == gathered.count {
      dropped += written
      gathered.removeAll(keepingCapacity: gathered.capacity <= Self.longestGathered)
    } else if written >= Self.longestGathered, written >= gathered.count / 2 {
      dropped += written
      gathered.removeSubrange(0..<written)
    } else {
      return
    }
    written = 0
  }
}
