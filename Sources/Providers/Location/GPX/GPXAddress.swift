import Text

/// What follows `gpx:`: a file, and how it is replayed.
package struct GPXAddress: Hashable, Sendable {
  /// A relative one begins at the working directory.
  package var path: String
  /// `rate`: how many times faster than the track's own times.
  package var rate = 1.0
  /// `loop=1`: begins again behind the end.
  package var loops = false

  /// From a thousandth of its pace to a thousand times.
  package static let rates = 0.001...1_000.0

  package init(path: String) {
    self.path = path
  }

  init(_ text: String) throws(LocationAddressError) {
    let mark = text.utf8.lastIndex(of: UInt8(ascii: "?"))
    path = try LocationAddress.path(String(text[..<(mark ?? text.endIndex)]), after: "gpx:")
    guard let mark else { return }
    for option in text[text.utf8.index(after: mark)...].parts(between: "&", keepsEmpty: true) {
      let sides = option.parts(between: "=", most: 1, keepsEmpty: true)
      try set(sides[0], to: sides.count > 1 ? sides[1] : "")
    }
  }

  private mutating func set(_ name: Substring, to value: Substring) throws(LocationAddressError) {
    switch name {
    case "rate":
      guard let rate = Double(value), Self.rates.contains(rate) else {
        throw LocationAddressError("the rate of gpx must be a number between 0.001 and 1000")
      }
      self.rate = rate
    case "loop":
      guard value == "0" || value == "1" else { throw LocationAddressError("the loop of gpx must be 0 or 1") }
      loops = value == "1"
    default: throw LocationAddressError("the options of gpx are rate and loop")
    }
  }
}
