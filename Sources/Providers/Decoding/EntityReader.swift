import Jansson

/// Checks one object of a text that was scanned, and writes it as clients get it.
///
/// What is not in the form is passed over. Paths are made for faults alone.
enum EntityReader {
  /// Where the value of a member is.
  struct Place {
    /// 0 for one that is absent or null.
    var start = 0
    /// The index behind a value that stands in the text as clients get it; 0 where that is not known.
    var end = 0
  }

  /// The values of a form's members.
  typealias Places = InlineArray<5, Place>

  /// Reads the value that begins at `index`.
  ///
  /// - Parameters:
  ///   - index: Afterwards, the index behind the value.
  ///   - limit: The longest object that is read ends there.
  /// - Returns: Where the value of the key member stands in `out`, without its quotes; nil if the object is longer, and
  ///   then nothing was written.
  /// - Throws: A fault whose path begins at the object.
  static func read(
    _ text: Span<UInt8>, at index: inout Int, upTo limit: Int, as form: EntityForm,
    into out: inout CanonicalText
  ) throws(ShapeFault) -> Range<Int>? {
    guard let places = try places(text, at: &index, upTo: limit, of: form) else { return nil }
    var key = 0..<0
    for (number, member) in form.members.enumerated() {
      let place = places[number]
      if place.start == 0 {
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
    _ text: Span<UInt8>, at index: inout Int, upTo limit: Int, of form: EntityForm
  ) throws(ShapeFault) -> Places? {
    var places = Places(repeating: Place())
    let isOver = try text.members(at: &index, upTo: limit) { name, value in
      note(text, name, value, of: form, in: &places)
    }
    return isOver ? places : nil
  }

  /// Notes a member of the object, if it is one of the form's.
  ///
  /// - Returns: The index behind its value, if that is known already.
  @inline(__always)
  @discardableResult
  static func note(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Int, of form: EntityForm, in places: inout Places
  ) -> Int? {
    let member = form.members.firstIndex { text.isName($0.name, at: name) }
    guard let member, text[value] != UInt8(ascii: "n") else { return nil }
    let isCoordinate = form.members[member].kind == .coordinate
    let end = isCoordinate ? CoordinatePlaces.endOfCanonical(text, at: value) : nil
    places[member] = Place(start: value, end: end ?? 0)
    return end
  }

  private static func value(
    _ text: Span<UInt8>, at place: Place, of member: EntityForm.Member, into out: inout CanonicalText
  ) throws(ShapeFault) -> Range<Int> {
    guard place.end == 0 else {
      out.copy(text, place.start..<place.end)
      return 0..<0
    }
    do throws(ShapeFault) {
      switch member.kind {
      case .string: return try string(text, at: place.start, into: &out)
      case .boolean: try boolean(text, at: place.start, into: &out)
      case .number: try number(text, at: place.start, into: &out)
      case .coordinate: try coordinate(text, at: place.start, into: &out)
      case .category: return try category(text, at: place.start, into: &out)
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

  static func boolean(
    _ text: Span<UInt8>, at place: Int, into out: inout CanonicalText
  ) throws(ShapeFault) {
    switch text[place] {
    case UInt8(ascii: "t"): out.append("true")
    case UInt8(ascii: "f"): out.append("false")
    default: throw text.unexpected(at: place, expected: "true or false")
    }
  }

  static func number(
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
    _ = try text.members(at: &index, upTo: text.count) { name, value in
      noteName(text, name, value, in: &named)
      return nil
    }
    return try inName(of: named) { place throws(ShapeFault) in try string(text, at: place, into: &out) }
  }

  /// Notes a member of a category, if it is the one that names it.
  static func noteName(_ text: Span<UInt8>, _ name: Range<Int>, _ value: Int, in named: inout Int) {
    if text.isName("name", at: name), text[value] != UInt8(ascii: "n") { named = value }
  }

  /// Reads what names a category.
  ///
  /// - Parameter named: Where it begins; 0 for nothing.
  static func inName<Result>(
    of named: Int, _ read: (Int) throws(ShapeFault) -> Result
  ) throws(ShapeFault) -> Result {
    guard named > 0 else { throw .missing("name", of: "") }
    do throws(ShapeFault) {
      return try read(named)
    } catch {
      throw error.below("/name")
    }
  }

  /// Writes a coordinate.
  private static func coordinate(
    _ text: Span<UInt8>, at place: Int, into out: inout CanonicalText
  ) throws(ShapeFault) {
    var (index, places) = (place, CoordinatePlaces())
    _ = try text.members(at: &index, upTo: text.count) { name, value in
      places.note(text, name, value)
      return nil
    }
    try places.write(text, into: &out)
  }
}

// MARK: The text

extension Span<UInt8> {
  /// Calls `member` with the name, between its quotes, and the beginning of the value of each member.
  ///
  /// - Parameters:
  ///   - index: Where the object begins; afterwards, the index behind it.
  ///   - limit: Where to stop.
  ///   - member: Returns the index behind the value, if it knows that.
  /// - Returns: Whether the object has ended before that.
  fileprivate func members(
    at index: inout Int, upTo limit: Int, _ member: (_ name: Range<Int>, _ value: Int) -> Int?
  ) throws(ShapeFault) -> Bool {
    try requireObject(at: index)
    index = skippingSpace(from: index + 1)
    while self[index] != UInt8(ascii: "}") {
      guard let end = endOfString(from: index, upTo: limit) else { return false }
      let name = index + 1..<end - 1
      // Over the colon.
      let value = skippingSpace(from: skippingSpace(from: end) + 1)
      guard let next = member(name, value) ?? endOfValue(from: value, upTo: limit) else { return false }
      index = skippingSpace(from: next)
      if self[index] == UInt8(ascii: ",") { index = skippingSpace(from: index + 1) }
    }
    index += 1
    return index <= limit
  }

  func requireObject(at place: Int) throws(ShapeFault) {
    guard self[place] == UInt8(ascii: "{") else { throw unexpected(at: place, expected: "an object") }
  }

  func isNumber(at place: Int) -> Bool {
    self[place] == UInt8(ascii: "-") || 0x30...0x39 ~= self[place]
  }

  /// The fault of a value of another kind.
  func unexpected(at place: Int, expected: String) -> ShapeFault {
    .unexpected(noun(ofValueAt: place), at: "", expected: expected)
  }
}
