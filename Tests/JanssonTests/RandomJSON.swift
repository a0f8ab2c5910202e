import Jansson
import TestSupport

/// A JSON value as a tree, to be compared with what is read back.
indirect enum Tree: Equatable {
  case null
  case boolean(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  case array([Tree])
  case object([Member])

  struct Member: Equatable {
    let name: String
    let value: Tree
  }
}

extension Tree {
  /// A tree that follows from the generator, at most so deep.
  static func random(depth: Int, using random: inout SeededGenerator) -> Tree {
    switch Int.random(in: depth > 0 ? 0...6 : 0...4, using: &random) {
    case 0: .null
    case 1: .boolean(.random(using: &random))
    case 2: .integer(Int(truncatingIfNeeded: random.next() >> UInt64.random(in: 0...63, using: &random)))
    case 3: .real(real(using: &random))
    case 4: .string(text(using: &random))
    case 5: .array((0..<size(using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default: .object((0..<size(using: &random)).map { .random($0, depth: depth - 1, using: &random) })
    }
  }

  private static func size(using random: inout SeededGenerator) -> Int {
    Int.random(in: 0...5, using: &random)
  }

  /// Any double that JSON has, and that is not written as an integer.
  private static func real(using random: inout SeededGenerator) -> Double {
    while true {
      let value = Double(bitPattern: random.next())
      if value.isFinite, value.rounded() != value { return value }
    }
  }

  private static func text(using random: inout SeededGenerator) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x7F, 0x80...0x9F, 0xA0...0x2FF, 0x2020...0x2030, 0x1F600...0x1F6FF,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let range = ranges[Int.random(in: ranges.indices, using: &random)]
      if let scalar = UnicodeScalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }
}

extension Tree.Member {
  /// The number in front keeps names apart; U+0000, which jansson cannot hold in a name, is left out.
  fileprivate static func random(_ number: Int, depth: Int, using random: inout SeededGenerator) -> Self {
    let letters = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
      "ab\"\\/\n\u{85}\u{2028}é ".randomElement(using: &random)
    }
    return Self(name: "\(number)" + String(letters), value: .random(depth: depth, using: &random))
  }
}

extension Tree {
  /// The tree that a parsed value is.
  init(_ value: JSONValue) {
    switch value.kind {
    case .object: self = .object(value.members.map { Member(name: $0.name, value: Tree($0.value)) })
    case .array: self = .array(value.elements.map { Tree($0) })
    case .string: self = .string(value.string ?? "")
    case .integer: self = .integer(value.integer ?? 0)
    case .real: self = .real(value.number ?? 0)
    case .boolean: self = .boolean(value.boolean ?? false)
    case .null: self = .null
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .boolean(let value): json.boolean(value)
    case .integer(let value): json.integer(value)
    case .real(let value): json.number(value)
    case .string(let value): json.string(value)
    case .array(let elements): json.array(of: elements) { $1.write(to: &$0) }
    case .object(let members):
      json.object { json in
        for member in members { json.member(named: member.name) { member.value.write(to: &$0) } }
      }
    }
  }
}
