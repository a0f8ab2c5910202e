/// Memory of one size that is filled at its end and read from its beginning.
///
/// No array, which asks at each append whether it is shared: an append is one comparison and a copy.
@safe
final class OutputBlock {
  /// One pipe full.
  static let capacity = 65_536

  // SAFETY: `base` has `room` bytes, of which those before `end` are initialised. The pointer leaves this class for
  // the time of a closure alone, and `deinit` alone releases it.
  private let base: UnsafeMutableRawPointer
  private let room: Int
  private var start = 0
  private var end = 0

  init(room: Int = capacity) {
    self.room = room
    unsafe base = .allocate(byteCount: room, alignment: 1)
  }

  deinit {
    unsafe base.deallocate()
  }

  var isEmpty: Bool { start == end }

  /// Adds bytes as far as there is room.
  ///
  /// - Returns: How many were added.
  func append(_ bytes: Span<UInt8>) -> Int {
    let count = min(bytes.count, room - end)
    // SAFETY: there is room for so many, and they are none of this block's, which nobody has lent.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (base + end).copyMemory(from: source, byteCount: count)
    }
    end += count
    return count
  }

  /// Lends the bytes.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    // SAFETY: what is lent is initialised, and the block lives as long as the closure runs.
    unsafe body(UnsafeRawBufferPointer(start: base + start, count: end - start))
  }

  /// Removes so many of the first bytes; an empty block has its whole room again.
  func removeFirst(_ count: Int) {
    precondition(0...(end - start) ~= count)
    start += count
    if start == end { (start, end) = (0, 0) }
  }
}
