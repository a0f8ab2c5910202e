import Jansson

/// Where the members of a coordinate are in a text: `latitude` and `longitude`, which a source may also call `lat` and
/// `lng`, in degrees; 0 for one that is absent or null.
struct CoordinatePlaces {
  private var long = (0, 0)
  private var short = (0, 0)

  /// Notes a member of the object.
  ///
  /// - Parameters:
  ///   - name: Between its quotes.
  ///   - value: Where its value begins.
  mutating func note(_ text: Span<UInt8>, _ name: Range<Int>, _ value: Int) {
    guard text[value] != UInt8(ascii: "n") else { return }
    if text.isName("latitude", at: name) { long.0 = value }
    if text.isName("longitude", at: name) { long.1 = value }
    if text.isName("lat", at: name) { short.0 = value }
    if text.isName("lng", at: name) { short.1 = value }
  }

  /// The index behind the coordinate that begins at `start`, if it stands there as clients get it; nil also for another
  /// value.
  static func endOfCanonical(_ text: Span<UInt8>, at start: Int) -> Int? {
    let (opening, middle): (StaticString, StaticString) = (#"{"latitude":"#, #","longitude":"#)
    guard text.has(opening, at: start) else { return nil }
    let latitude = text.shortestNumber(at: start + opening.utf8CodeUnitCount)
    guard let latitude, abs(latitude.value) <= 90, text.has(middle, at: latitude.end) else { return nil }
    let longitude = text.shortestNumber(at: latitude.end + middle.utf8CodeUnitCount)
    guard let longitude, abs(longitude.value) <= 180, text[longitude.end] == UInt8(ascii: "}") else {
      return nil
    }
    return longitude.end + 1
  }

  /// Writes the coordinate.
  func write(_ text: Span<UInt8>, into out: inout CanonicalText) throws(ShapeFault) {
    let isShort = long.0 == 0 && short.0 != 0
    let names = isShort ? ("lat", "lng") : ("latitude", "longitude")
    let places = isShort ? short : long
    guard places.0 > 0 else { throw .missing(names.0, of: "") }
    guard places.1 > 0 else { throw .missing(names.1, of: "") }
    out.append(#"{"latitude":"#)
    try Self.degrees(
      text, at: places.0, within: 90, "a latitude between -90 and 90", names.0, into: &out)
    out.append(#","longitude":"#)
    try Self.degrees(
      text, at: places.1, within: 180, "a longitude between -180 and 180", names.1, into: &out)
    out.append("}")
  }

  private static func degrees(
    _ text: Span<UInt8>, at place: Int, within bound: Double, _ meaning: String, _ name: String,
    into out: inout CanonicalText
  ) throws(ShapeFault) {
    guard text.isNumber(at: place) else {
      throw text.unexpected(at: place, expected: meaning).below("/\(name)")
    }
    guard abs(out.number(text, at: place)) <= bound else {
      throw .unexpected("a number out of range", at: "/\(name)", expected: meaning)
    }
  }
}
