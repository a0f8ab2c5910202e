/// The bytes of a body while they come: of a response, an event, a line or a program's output.
///
/// Storage is moved to grow, and for that moment the old one stands beside the new. So it doubles, and becomes as
/// large as a body may be as soon as the next doubling would pass that: no more than half of the limit is ever moved.
struct BodyBuffer {
  private(set) var bytes: [UInt8] = []
  /// The longest body that is accepted, in bytes.
  let limit: Int

  var count: Int { bytes.count }

  /// - Precondition: With the piece, it is at most `limit` bytes.
  mutating func append(_ piece: some Collection<UInt8>) {
    let needed = bytes.count + piece.count
    if needed > bytes.capacity {
      let doubled = max(needed, 2 * bytes.capacity)
      bytes.reserveCapacity(doubled > limit / 2 ? limit : doubled)
    }
    bytes.append(contentsOf: piece)
  }

  /// - Precondition: It is not empty.
  mutating func removeLast() {
    bytes.removeLast()
  }

  /// Gives the storage back.
  mutating func clear() {
    bytes = []
  }
}
