import Jansson

/// One object that is too long for a turn: ``EntityReader`` part by part, with the same text and the same faults.
struct LargeEntity {
  private enum Stage {
    case members(MemberWalk)
    /// Before the next member of the form.
    case between
    /// Where to go on, and where the string begins in what is written.
    case string(Int, first: Int)
    case coordinate(MemberWalk, CoordinatePlaces)
    /// Where the value of `name` begins; 0 for none yet.
    case category(MemberWalk, name: Int)
  }

  private let form: EntityForm
  private var stage: Stage
  private var places = EntityReader.Places(repeating: EntityReader.Place())
  /// Which member of the form is being written.
  private var number = 0
  private var key = 0..<0
  /// The index behind the object, once its members are known.
  private(set) var end = 0

  /// - Parameter start: Where the object begins.
  init(at start: Int, as form: EntityForm) {
    self.form = form
    stage = .members(MemberWalk(at: start))
  }

  /// Goes on over about `count` bytes.
  ///
  /// - Returns: Where the value of the key member stands in `out`, without its quotes, once the object is written.
  /// - Throws: A fault whose path begins at the object.
  mutating func read(
    _ text: Span<UInt8>, count: Int, into out: inout CanonicalText
  ) throws(ShapeFault) -> Range<Int>? {
    switch stage {
    case .members(var walk):
      let isOver = walk.go(on: text, upTo: min(walk.index + count, text.count)) { name, value in
        EntityReader.note(text, name, value, of: form, in: &places)
      }
      end = walk.index
      stage = isOver ? .between : .members(walk)
    case .between:
      guard number < form.members.count else {
        out.append("}")
        return key
      }
      try begin(text, into: &out)
    default: try inMember { entity throws(ShapeFault) in try entity.goOn(text, count, into: &out) }
    }
    return nil
  }

  /// Begins the next member, if it is there.
  private mutating func begin(_ text: Span<UInt8>, into out: inout CanonicalText) throws(ShapeFault) {
    let (member, place) = (form.members[number], places[number].start)
    guard place != 0 else {
      if member.isRequired { throw .missing(member.name.description, of: "") }
      number += 1
      return
    }
    out.append(member.opening)
    try inMember { entity throws(ShapeFault) in
      try entity.begin(text, at: place, as: member.kind, into: &out)
    }
  }

  private mutating func inMember(
    _ read: (inout LargeEntity) throws(ShapeFault) -> Void
  ) throws(ShapeFault) {
    let name = form.members[number].name
    do throws(ShapeFault) {
      try read(&self)
    } catch {
      throw error.below("/\(name)")
    }
  }
}

// MARK: Kinds

extension LargeEntity {
  private mutating func begin(
    _ text: Span<UInt8>, at place: Int, as kind: EntityForm.Kind, into out: inout CanonicalText
  ) throws(ShapeFault) {
    switch kind {
    case .string: try beginString(text, at: place, into: &out)
    case .boolean:
      try EntityReader.boolean(text, at: place, into: &out)
      endMember()
    case .number:
      try EntityReader.number(text, at: place, into: &out)
      endMember()
    case .coordinate:
      try text.requireObject(at: place)
      stage = .coordinate(MemberWalk(at: place), CoordinatePlaces())
    case .category:
      guard text[place] == UInt8(ascii: "{") else { return try beginString(text, at: place, into: &out) }
      stage = .category(MemberWalk(at: place), name: 0)
    }
  }

  private mutating func goOn(
    _ text: Span<UInt8>, _ count: Int, into out: inout CanonicalText
  ) throws(ShapeFault) {
    switch stage {
    case .members, .between: break
    case .string(var index, let first):
      let isOver = out.goOnInString(text, at: &index, upTo: min(index + count, text.count))
      stage = .string(index, first: first)
      if isOver { endMember(first..<out.count - 1) }
    case .coordinate(var walk, var places):
      let isOver = walk.go(on: text, upTo: min(walk.index + count, text.count)) { name, value in
        places.note(text, name, value)
      }
      stage = .coordinate(walk, places)
      guard isOver else { return }
      try places.write(text, into: &out)
      endMember()
    case .category(var walk, var named):
      let isOver = walk.go(on: text, upTo: min(walk.index + count, text.count)) { name, value in
        EntityReader.noteName(text, name, value, in: &named)
      }
      stage = .category(walk, name: named)
      guard isOver else { return }
      try EntityReader.inName(of: named) { place throws(ShapeFault) in
        try beginString(text, at: place, into: &out)
      }
    }
  }

  private mutating func beginString(
    _ text: Span<UInt8>, at place: Int, into out: inout CanonicalText
  ) throws(ShapeFault) {
    guard text[place] == UInt8(ascii: "\"") else { throw text.unexpected(at: place, expected: "a string") }
    out.append("\"")
    stage = .string(place + 1, first: out.count)
  }

  /// - Parameter value: Where a string stands in what was written.
  private mutating func endMember(_ value: Range<Int> = 0..<0) {
    if number == form.key { key = value }
    number += 1
    stage = .between
  }
}
