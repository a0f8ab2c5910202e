/// The long pieces that wait in several queues of output, each of which is in memory once.
final class SharedPieces {
  /// Where a piece stands in memory, and how long it is.
  struct Key: Hashable {
    fileprivate let place: Int
    fileprivate let count: Int

    fileprivate init(_ piece: ArraySlice<UInt8>) {
      // SAFETY: the address is a number here, and nothing is read at it.
      place = unsafe piece.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
      count = piece.count
    }
  }

  private var uses: [Key: Int] = [:]
  /// The memory of all of them.
  private(set) var bytes = 0

  nonisolated init() {}

  /// A queue has the piece.
  func add(_ piece: ArraySlice<UInt8>) -> Key {
    let key = Key(piece)
    if let count = uses[key] {
      uses[key] = count + 1
    } else {
      uses[key] = 1
      bytes += key.count
    }
    return key
  }

  /// A queue has it no longer.
  func remove(_ key: Key) {
    guard let count = uses[key] else { return }
    if count > 1 {
      uses[key] = count - 1
    } else {
      uses[key] = nil
      bytes -= key.count
    }
  }

  /// Whether a queue has the piece already.
  func has(_ piece: ArraySlice<UInt8>) -> Bool { uses[Key(piece)] != nil }
}
