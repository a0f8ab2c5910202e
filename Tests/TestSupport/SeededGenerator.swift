/// Numbers that look random and follow from a seed, so that a failure can be repeated.
///
/// Marsaglia's xorshift64* ("Xorshift RNGs", 2003; the multiplication is Vigna's).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// - Parameter seed: Not 0, from which nothing follows.
  package init(seed: UInt64) {
    precondition(seed != 0, "a seed must not be 0")
    state = seed
  }

  package mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
