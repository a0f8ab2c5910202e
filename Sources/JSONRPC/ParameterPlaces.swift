/// Which param each parameter has got: found once, when the params are checked, and not wherever one is read.
struct ParameterPlaces {
  /// A byte for each parameter, the first one lowest: the place of its param and one; zero for none.
  private var bytes: UInt64 = 0

  /// The most parameters that a signature may have.
  static let capacity = 8
  /// This place or a later one.
  static let last = 254

  mutating func note(_ param: Int, of parameter: Int) {
    bytes |= UInt64(min(param, Self.last) + 1) &<< Self.shift(parameter)
  }

  /// The place of the param among those of the call, ``last`` for all later ones; nil where none was given.
  subscript(parameter: Int) -> Int? {
    let byte = Int((bytes &>> Self.shift(parameter)) & 0xFF)
    return byte == 0 ? nil : byte - 1
  }

  private static func shift(_ parameter: Int) -> UInt64 { UInt64(truncatingIfNeeded: parameter &* 8) }
}
