import Jansson

/// Checks one object of a text that was scanned, and writes it as clients get it.
///
/// What is not in the form is passed over. Paths are made for faults alone.
enum EntityReader {
  /// Where the values of a form's members begin; 0 for one that is absent or null.
  typealias Places = InlineArray<5, Int>

  /// Reads the value that begins at `index`.
  ///
  /// - Parameter index: Afterwards, the index behind the value.
  /// - Returns: Where the value of the key member stands in `out`, without its quotes.
  /// - Throws: A fault whose path begins at the object.
  static func read(
    _ text: Span<UInt8>, at index: inout Int, as form: EntityForm, into out: inout CanonicalText
  ) throws(ShapeFault) -> Range<Int> {
    let places = try places(text, at: &index, of: form)
    var key = 0..<0
    for (number, member) in form.members.enumerated() {
      let place = places[number]
      if place == 0 {
        guard member.isRequired else { continue }
        throw .missing(member.name.description, of: "")
      }
      out.append(member.opening)
      let range = try value(text, at: place, of: member, into: &out)
      if number == form.key { key = range }
    }
    out.append("}")
    return key
  }

  /// Finds the members of the form in the object that begins at `index`.
  private static func places(
    _ text: Span<UInt8>, at index: inout Int, of form: EntityForm
  ) throws(ShapeFault) -> Places {
    var places = Places(repeating: 0)
    try text.members(at: &index) { name, value in
      // Most sources write the members in one order, though not in ours.
      let member = form.members.firstIndex { text.isName($0.name, at: name) }
      if let member, text[value] != UInt8(ascii: "n") { places[member] = value }
    }
    return places
  }

  private static func value(
    _ text: Span<UInt8>, at place: Int, of member: EntityForm.Member, into out: inout CanonicalText
  ) throws(ShapeFault) -> Range<Int> {
    do throws(ShapeFault) {
      switch member.kind {
      case .string: return try string(text, at: place, into: &out)
      case .boolean: try boolean(text, at: place, into: &out)
      case .number: try number(text, at: place, into: &out)
      case .coordinate: try coordinate(text, at: place, into: &out)
      case .category: return try category(text, at: place, into: &out)
      }
      return 0..<0
    } catch {
      throw error.below("/\(member.name)")
    }
  }
}

// MARK: Kinds

extension EntityReader {
  private static func string(
    _ text: Span<UInt8>, at place: Int, into out: inout CanonicalText
  ) throws(ShapeFault) -> Range<Int> {
    guard text[place] == UInt8(ascii: "\"") else { throw text.unexpected(at: place, expected: "a string") }
    return out.string(text, at: place)
  }

  private static func boolean(
    _ text: Span<UInt8>, at place: Int, into out: inout CanonicalText
  ) throws(ShapeFault) {
    switch text[place] {
    case UInt8(ascii: "t"): out.append("true")
    case UInt8(ascii: "f"): out.append("false")
    default: throw text.unexpected(at: place, expected: "true or false")
    }
  }

  private static func number(
    _ text: Span<UInt8>, at place: Int, into out: inout CanonicalText
  ) throws(ShapeFault) {
    guard text.isNumber(at: place) else { throw text.unexpected(at: place, expected: "a number") }
    _ = out.number(text, at: place)
  }

  /// `"pastas"`, or `{"name": "pastas", "id": …}`.
  private static func category(
    _ text: Span<UInt8>, at place: Int, into out: inout CanonicalText
  ) throws(ShapeFault) -> Range<Int> {
    guard text[place] == UInt8(ascii: "{") else { return try string(text, at: place, into: &out) }
    var (index, named) = (place, 0)
    try text.members(at: &index) { name, value in
      if text.isName("name", at: name), text[value] != UInt8(ascii: "n") { named = value }
    }
    guard named > 0 else { throw .missing("name", of: "") }
    do throws(ShapeFault) {
      return try string(text, at: named, into: &out)
    } catch {
      throw error.below("/name")
    }
  }
}

// MARK: Coordinates

extension EntityReader {
  /// Writes `latitude` and `longitude`, which a source may also call `lat` and `lng`, in degrees.
  static func coordinate(
    _ text: Span<UInt8>, at place: Int, into out: inout CanonicalText
  ) throws(ShapeFault) {
    var (index, long, short) = (place, (0, 0), (0, 0))
    try text.members(at: &index) { name, value in
      guard text[value] != UInt8(ascii: "n") else { return }
      if text.isName("latitude", at: name) { long.0 = value }
      if text.isName("longitude", at: name) { long.1 = value }
      if text.isName("lat", at: name) { short.0 = value }
      if text.isName("lng", at: name) { short.1 = value }
    }
    let isShort = long.0 == 0 && short.0 != 0
    let names = isShort ? ("lat", "lng") : ("latitude", "longitude")
    let places = isShort ? short : long
    guard places.0 > 0 else { throw .missing(names.0, of: "") }
    guard places.1 > 0 else { throw .missing(names.1, of: "") }
    out.append(#"{"latitude":"#)
    try degrees(text, at: places.0, within: 90, "a latitude between -90 and 90", names.0, into: &out)
    out.append(#","longitude":"#)
    try degrees(text, at: places.1, within: 180, "a longitude between -180 and 180", names.1, into: &out)
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

// MARK: The text

extension Span<UInt8> {
  /// Calls `member` with the name, between its quotes, and the beginning of the value of each member.
  ///
  /// - Parameter index: Where the object begins; afterwards, the index behind it.
  fileprivate func members(
    at index: inout Int, _ member: (_ name: Range<Int>, _ value: Int) -> Void
  ) throws(ShapeFault) {
    guard self[index] == UInt8(ascii: "{") else { throw unexpected(at: index, expected: "an object") }
    index = skippingSpace(from: index + 1)
    while self[index] != UInt8(ascii: "}") {
      let end = endOfString(from: index)
      let name = index + 1..<end - 1
      // Over the colon.
      let value = skippingSpace(from: skippingSpace(from: end) + 1)
      member(name, value)
      index = skippingSpace(from: endOfValue(from: value))
      if self[index] == UInt8(ascii: ",") { index = skippingSpace(from: index + 1) }
    }
    index += 1
  }

  func isNumber(at place: Int) -> Bool {
    self[place] == UInt8(ascii: "-") || 0x30...0x39 ~= self[place]
  }

  /// The fault of a value of another kind.
  func unexpected(at place: Int, expected: String) -> ShapeFault {
    .unexpected(noun(ofValueAt: place), at: "", expected: expected)
  }
}
