import StatusCore

/// One parcel of the demo; they are numbered from 0, all couriers' together.
struct DemoParcel {
  let number: Int
  let destination: DemoPlace

  var id: String { "p\(1_001 + number)" }

  /// The parcel that a seed gives the number, to be brought from `central` to somewhere within a square around
  /// it, yet not too near.
  init(number: Int, central: DemoPlace, seed: UInt64) {
    self.number = number
    var random = SplitMix64(seed: seed, skipping: 2 * UInt64(number))
    destination = DemoPlace(
      latitude: central.latitude + Self.distance(4_500...13_500, using: &random),
      longitude: central.longitude + Self.distance(7_500...22_500, using: &random))
  }

  /// A distance in millionths of a degree, in either direction; both ranges above are 0.5 km to 1.5 km.
  private static func distance(_ range: ClosedRange<Int>, using random: inout SplitMix64) -> Int {
    // The upper half of the numbers drawn stands for the other direction.
    let drawn = random.next(in: range.lowerBound...(range.upperBound + range.count))
    return drawn > range.upperBound ? range.count - drawn : drawn
  }
}
