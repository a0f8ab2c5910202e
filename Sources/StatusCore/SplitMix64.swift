/// A small generator of pseudorandom numbers that are determined by a seed.
///
/// The algorithm is Steele, Lea and Flood's SplitMix64 ("Fast splittable pseudorandom number generators",
/// OOPSLA 2014). Its state is a counter, so a sequence can start anywhere at no cost.
package struct SplitMix64: RandomNumberGenerator {
  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  /// Starts the sequence of `seed` after its first `count` numbers.
  package init(seed: UInt64, skipping count: UInt64 = 0) {
    state = seed &+ count &* Self.increment
  }

  package mutating func next() -> UInt64 {
    state &+= Self.increment
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `range`.
  ///
  /// The standard library's `Int.random(in:using:)` may give other numbers in another release.
  package mutating func next(in range: ClosedRange<Int>) -> Int {
    let count = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(count.multipliedFullWidth(by: next()).high)
  }

  /// A number from 0 up to, but not including, 1.
  package mutating func nextUnit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}
