import Jansson
import TestSupport
import Testing

/// Conditions beside a reference that compares trees: two texts are equal if they were written of equal trees.
struct ConditionReferenceTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `a condition says of a text what the reference says of its tree`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let tree = Model.random(depth: 3, using: &random)
      let text = Array(tree.written(using: &random).utf8)
      let (pointer, found) = tree.place(using: &random)
      // Often the value itself, or a near one.
      let other =
        Int.random(in: 0...2, using: &random) == 0 ? .random(depth: 2, using: &random) : found ?? tree
      let near = Bool.random(using: &random) ? other : other.changed(using: &random)
      let operand = near.written(using: &random)
      let shown = "\(String(decoding: text, as: UTF8.self)) \(pointer) \(operand)"
      #expect(
        try Condition(word: "\(pointer)=\(operand)").holds(in: text) == (found == near), "\(shown)")
      #expect(
        try Condition(word: "\(pointer)!=\(operand)").holds(in: text) == (found != nil && found != near),
        "\(shown)")
      #expect(try Condition(word: pointer).holds(in: text) == (found != nil), "\(shown)")
      #expect(try Condition(word: "!\(pointer)").holds(in: text) == (found == nil), "\(shown)")
    }
  }
}

/// JSON as a tree, in which whatever is equal in JSON is the same.
private indirect enum Model: Equatable {
  case word(String)
  /// `units` × 10^exponent, of which the last digit is not 0; zero has the exponent 0.
  case number(units: Int, exponent: Int)
  /// By its scalars: Swift compares strings by canonical equivalence.
  case string([UInt32])
  case array([Model])
  case object([[UInt32]: Model])

  private static let letters: [UInt32] = [
    0x61, 0x62, 0x65, 0x301, 0xE9, 0x2F, 0x7E, 0x22, 0x5C, 0x0A, 0x2028, 0x1F600,
  ]

  static func random(depth: Int, using random: inout SeededGenerator) -> Model {
    switch Int.random(in: depth > 0 ? 0...5 : 0...2, using: &random) {
    case 0: .word(["true", "false", "null"].randomElement(using: &random) ?? "null")
    case 1: .number(using: &random)
    case 2: .string(name(using: &random))
    case 3, 4: .array((0..<size(using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default: .object(members(depth: depth - 1, using: &random))
    }
  }

  private static func members(depth: Int, using random: inout SeededGenerator) -> [[UInt32]: Model] {
    var members: [[UInt32]: Model] = [:]
    for _ in 0..<size(using: &random) {
      members[name(using: &random)] = .random(depth: depth, using: &random)
    }
    return members
  }

  /// Now and then more than the few names that are compared one by one.
  private static func size(using random: inout SeededGenerator) -> Int {
    Int.random(in: 0...9, using: &random) == 0 ? 40 : Int.random(in: 0...3, using: &random)
  }

  private static func name(using random: inout SeededGenerator) -> [UInt32] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0x61 }
  }

  private static func number(using random: inout SeededGenerator) -> Model {
    let units = Int.random(in: -30...30, using: &random)
    guard units != 0 else { return .number(units: 0, exponent: 0) }
    let exponent = Int.random(in: -40...40, using: &random)
    return units % 10 == 0
      ? .number(units: units / 10, exponent: exponent + 1) : .number(units: units, exponent: exponent)
  }

  /// Another value, in one place.
  func changed(using random: inout SeededGenerator) -> Model {
    switch self {
    case .array(var elements) where !elements.isEmpty:
      let index = Int.random(in: elements.indices, using: &random)
      elements[index] = elements[index].changed(using: &random)
      return .array(elements)
    case .object(var members) where !members.isEmpty:
      let name = members.keys.sorted { $0.lexicographicallyPrecedes($1) }[0]
      members[name] = members[name]?.changed(using: &random)
      return .object(members)
    case .number(let units, let exponent): return .number(units: units == 0 ? 1 : -units, exponent: exponent)
    case .string(let scalars): return .string(scalars + [0x61])
    case .word(let word): return .word(word == "true" ? "false" : "true")
    case .array, .object: return .word("null")
    }
  }

  /// A pointer, and what it leads to.
  func place(using random: inout SeededGenerator) -> (String, Model?) {
    guard Int.random(in: 0...3, using: &random) > 0 else { return ("", self) }
    switch self {
    case .array(let elements):
      let index = Int.random(in: 0...elements.count, using: &random)
      guard index < elements.count else { return ("/\(index)", nil) }
      let (rest, found) = elements[index].place(using: &random)
      return ("/\(index)\(rest)", found)
    case .object(let members):
      let names = members.keys.sorted { $0.lexicographicallyPrecedes($1) } + [Self.name(using: &random)]
      guard let name = names.randomElement(using: &random) else { return ("", self) }
      let token =
        "/" + Self.text(name).unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
      guard let member = members[name] else { return (token, nil) }
      let (rest, found) = member.place(using: &random)
      return (token + rest, found)
    case .word, .number, .string: return ("/a", nil)
    }
  }

  private static func text(_ scalars: [UInt32]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(UnicodeScalar(scalar) ?? " ") }
    return String(text)
  }
}

// MARK: Writing

extension Model {
  /// One of the ways to write it, without white space between its tokens.
  func written(using random: inout SeededGenerator) -> String {
    switch self {
    case .word(let word): word
    case .number(let units, let exponent): Self.written(units, exponent, using: &random)
    case .string(let scalars): Self.written(scalars, using: &random)
    case .array(let elements): "[" + elements.map { $0.written(using: &random) }.joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key.lexicographicallyPrecedes($1.key) }.shuffled(using: &random).map {
          "\(Self.written($0.key, using: &random)):\($0.value.written(using: &random))"
        }.joined(separator: ",") + "}"
    }
  }

  private static func written(_ units: Int, _ exponent: Int, using random: inout SeededGenerator) -> String {
    let zeros = Int.random(in: 0...3, using: &random)
    let digits = "\(units)" + String(repeating: units == 0 ? "" : "0", count: units == 0 ? 0 : zeros)
    let left = exponent - (units == 0 ? 0 : zeros)
    if 0...5 ~= left, .random(using: &random) {
      return digits + (units == 0 ? "" : String(repeating: "0", count: left))
    }
    return "\(digits).0e\(left)"
  }

  private static func written(_ scalars: [UInt32], using random: inout SeededGenerator) -> String {
    var text = "\""
    for scalar in scalars {
      if scalar < 0x20 || scalar == 0x22 || scalar == 0x5C || .random(using: &random) {
        for unit in Self.text([scalar]).utf16 {
          let digits = String(unit, radix: 16, uppercase: .random(using: &random))
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        text.unicodeScalars.append(contentsOf: Self.text([scalar]).unicodeScalars)
      }
    }
    return text + "\""
  }
}
