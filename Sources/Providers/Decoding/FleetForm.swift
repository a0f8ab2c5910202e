import Jansson

/// The text of a fleet: a place, and three arrays whose elements clients get sorted by id.
struct FleetForm: ValueForm {
  static let members: [StaticString] = ["central", "couriers", "packages", "vehicles"]
  /// What stands before each of the arrays.
  private static let openings: [StaticString] = [#","couriers":["#, #","packages":["#, #","vehicles":["#]
  private static let forms = [EntityForm.courier, .parcel, .vehicle]

  /// An array that was read.
  private struct Elements {
    /// Where they stand in ``out``, without the brackets.
    let range: Range<Int>
    var sort: EntitySort
  }

  private let found: [Int?]
  /// The walk over the members of the central place, until it is written.
  private var central: (walk: MemberWalk, places: CoordinatePlaces)?
  /// The text with the elements in the order of the source.
  private var out: CanonicalText
  /// The array that is being read, and where its elements begin in ``out``.
  private var array: EntityArray?
  private var start = 0
  private var arrays: [Elements] = []
  /// The text with the elements in order; used if one of them is out of order.
  private var arranged = CanonicalText(capacity: 0)
  /// How much of ``out`` was taken over, and of which array how many elements.
  private var (copied, number, element) = (0, 0, 0)

  init(_ text: Span<UInt8>, at start: Int, found: [Int?]) throws(ShapeFault) {
    guard text[start] == UInt8(ascii: "{") else { throw text.unexpected(at: start, expected: "an object") }
    self.found = found
    out = CanonicalText(capacity: text.count)
    let place = try text.required(found[0], Self.members[0])
    try Self.inCentral { () throws(ShapeFault) in try text.requireObject(at: place) }
    central = (MemberWalk(at: place), CoordinatePlaces())
    out.append(#"{"central":"#)
  }

  private static func inCentral(_ read: () throws(ShapeFault) -> Void) throws(ShapeFault) {
    do throws(ShapeFault) {
      try read()
    } catch {
      throw error.below("/central")
    }
  }

  /// Goes on with the central place.
  ///
  /// - Returns: Whether it is written, and the first array has begun.
  private mutating func readCentral(
    _ text: Span<UInt8>, _ walk: MemberWalk, _ places: CoordinatePlaces, count: Int
  ) throws(ShapeFault) -> Bool {
    var (walk, places) = (walk, places)
    let isOver = walk.go(on: text, upTo: min(walk.index + count, text.count)) { places.note(text, $0, $1) }
    central = isOver ? nil : (walk, places)
    guard isOver else { return false }
    try Self.inCentral { () throws(ShapeFault) in try places.write(text, into: &out) }
    try beginArray(text)
    return true
  }

  private mutating func beginArray(_ text: Span<UInt8>) throws(ShapeFault) {
    let number = arrays.count
    let name = Self.members[number + 1]
    let place = try text.required(found[number + 1], name)
    out.append(Self.openings[number])
    start = out.count
    array = try EntityArray(text, at: place, "/\(name)", of: Self.forms[number])
  }

  mutating func read(_ text: Span<UInt8>, count: Int) throws(ShapeFault) -> Bool {
    if let (walk, places) = central {
      guard try readCentral(text, walk, places, count: count) else { return false }
    }
    guard try array?.read(text, count: count, into: &out) == true else { return false }
    arrays.append(Elements(range: start..<out.count, sort: EntitySort(array?.takeEntries() ?? [])))
    array = nil
    out.append("]")
    guard arrays.count == Self.forms.count else {
      try beginArray(text)
      return false
    }
    out.append("}")
    return true
  }
}

// MARK: Arranging

extension FleetForm {
  mutating func arrange(count: inout Int) throws(ShapeFault) -> [UInt8]? {
    if let index = arrays.firstIndex(where: { !$0.sort.isSorted }) {
      let text = out.bytes
      arrays[index].sort.sort(in: text.span, count: &count)
      try requireIDs(of: index)
      return nil
    }
    let taken = count * CanonicalText.copiedPerElement
    guard arrays.contains(where: \.sort.hasMoved) else { return out.takeBytes(count: taken) }
    if copied == 0 { arranged = CanonicalText(capacity: out.count) }
    let text = out.bytes
    guard number < arrays.count else {
      arranged.copy(text.span, copied..<text.count)
      copied = text.count
      return arranged.takeBytes(count: taken)
    }
    copy(arrays[number], of: text.span, count: count)
    return nil
  }

  /// Ids are references: two of one id would make wrong facts of them.
  private func requireIDs(of index: Int) throws(ShapeFault) {
    guard arrays[index].sort.isSorted, let repeated = arrays[index].sort.firstRepeated else { return }
    throw EntityArray.repeatedID(
      at: repeated, in: arrays[index].sort.entries, Self.forms[index], "/\(Self.members[index + 1])")
  }

  /// Takes over an array: what stands before its elements as it is, and they in their order.
  private mutating func copy(_ array: Elements, of text: Span<UInt8>, count: Int) {
    let entries = array.sort.entries
    if element == 0 { arranged.copy(text, copied..<array.range.lowerBound) }
    for entry in entries[element..<min(element + count, entries.count)] {
      // The comma before it is taken along, except for the first in either order.
      let hasComma = element > 0 && entry.range.lowerBound > array.range.lowerBound
      if element > 0, !hasComma { arranged.append(",") }
      arranged.copy(
        text, (hasComma ? entry.range.lowerBound - 1 : entry.range.lowerBound)..<entry.range.upperBound)
      element += 1
    }
    copied = array.range.upperBound
    guard element == entries.count else { return }
    (number, element) = (number + 1, 0)
  }
}
