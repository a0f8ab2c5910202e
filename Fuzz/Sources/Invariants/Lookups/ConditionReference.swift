import Jansson

/// A condition read from its word, and asked of a tree.
enum ConditionReference {
  case refused(Condition.WordError)
  case asks(PointerReference, Test)

  enum Test {
    case exists(Bool)
    case changed
    case equals(JSONNode, Bool)
    case atLeast(JSONNode)
    case atMost(JSONNode)
  }

  init(_ word: String) {
    let parts = word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    var pointer = String(decoding: parts[0], as: UTF8.self)
    guard parts.count > 1 else {
      if word == "changed" || parts[0].last == UInt8(ascii: "~") {
        let rest = String(decoding: parts[0].dropLast(), as: UTF8.self)
        self = Self.asking(word == "changed" ? "" : rest, .changed)
        return
      }
      let isThere = !pointer.utf8.starts(with: "!".utf8)
      if !isThere { pointer = String(decoding: parts[0].dropFirst(), as: UTF8.self) }
      self = Self.asking(pointer, .exists(isThere))
      return
    }
    let sign = parts[0].last.map { Character(UnicodeScalar($0)) }
    if let sign, "!><".contains(sign) { pointer = String(decoding: parts[0].dropLast(), as: UTF8.self) }
    let operand = Array(parts[1])
    switch sign {
    case "!": self = Self.asking(pointer, .equals(Self.value(operand), false))
    case ">": self = Self.asking(pointer, Self.number(operand).map { .atLeast($0) })
    case "<": self = Self.asking(pointer, Self.number(operand).map { .atMost($0) })
    default: self = Self.asking(pointer, .equals(Self.value(operand), true))
    }
  }

  private static func asking(_ pointer: String, _ test: Test?) -> ConditionReference {
    guard let place = PointerReference(pointer) else { return .refused(.pointer) }
    return test.map { .asks(place, $0) } ?? .refused(.number)
  }

  private static func number(_ operand: [UInt8]) -> JSONNode? {
    let node = try? JSONNode(reading: operand, JSONNode.roomy)
    return node?.number == nil ? nil : node
  }

  /// What is no JSON is a string.
  private static func value(_ operand: [UInt8]) -> JSONNode {
    (try? JSONNode(reading: operand, JSONNode.roomy)) ?? JSONNode(.string(operand), [])
  }

  /// Whether it is so; nil where a number is too large to be written out.
  func holds(in value: JSONNode) -> Bool? {
    guard case .asks(let place, let test) = self else { return nil }
    guard case .found(let node) = place.follow(in: value) else {
      if case .exists(false) = test { return true }
      return false
    }
    switch test {
    // Of a value before which nothing was there.
    case .changed: return true
    case .exists(let isThere): return isThere
    case .equals(let other, let isEqual): return node.isEqual(to: other).map { $0 == isEqual }
    case .atLeast(let bound): return node.number == nil ? false : node.order(bound).map { $0 >= 0 }
    case .atMost(let bound): return node.number == nil ? false : node.order(bound).map { $0 <= 0 }
    }
  }
}

extension JSONNode {
  /// nil where a number is too large to be written out.
  fileprivate func isEqual(to other: JSONNode) -> Bool? {
    switch (content, other.content) {
    case (.object, .object):
      guard members.count == other.members.count else { return false }
      return Self.all(members) { member in
        other.members.first { $0.name == member.name }.map { member.value.isEqual(to: $0.value) } ?? false
      }
    case (.array, .array):
      guard elements.count == other.elements.count else { return false }
      return Self.all(Array(zip(elements, other.elements))) { $0.isEqual(to: $1) }
    case (.string(let left), .string(let right)): return left == right
    case (.number, .number): return order(other).map { $0 == 0 }
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.null, .null): return true
    default: return false
    }
  }

  private static func all<Item>(_ items: [Item], _ isEqual: (Item) -> Bool?) -> Bool? {
    var isKnown = true
    for item in items {
      guard let isEqual = isEqual(item) else {
        isKnown = false
        continue
      }
      if !isEqual { return false }
    }
    return isKnown ? true : nil
  }

  /// -1, 0 or 1, by all the digits; nil where they are too many to be written out.
  fileprivate func order(_ other: JSONNode) -> Int? {
    guard let left = Decimal(text), let right = Decimal(other.text) else { return nil }
    return left.order(right)
  }
}

/// A number with all its digits, as many behind the point as before it.
private struct Decimal {
  private static let places = 1_000
  private var isNegative = false
  private var digits = [UInt8](repeating: 0, count: 2 * places)

  /// nil for a number that has a digit where there is no place.
  init?(_ literal: ArraySlice<UInt8>) {
    let parts = literal.split(whereSeparator: { $0 | 0x20 == UInt8(ascii: "e") })
    guard let exponent = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : 0,
      abs(exponent) < Self.places
    else { return nil }
    isNegative = literal.first == UInt8(ascii: "-")
    let mantissa = parts[0].drop { $0 == UInt8(ascii: "-") }
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
    for (index, digit) in mantissa.indexed where digit != UInt8(ascii: ".") {
      let isWhole = index < point
      let place = Self.places - exponent - (isWhole ? point - index : point - index + 1)
      guard digits.indices.contains(place) else {
        if digit == UInt8(ascii: "0") { continue }
        return nil
      }
      digits[place] = digit & 0xF
    }
  }

  func order(_ other: Decimal) -> Int {
    let (left, right) = (signed, other.signed)
    return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private var signed: [Int] { digits.map { isNegative ? -Int($0) : Int($0) } }
}

extension ArraySlice {
  fileprivate var indexed: Zip2Sequence<Range<Int>, ArraySlice<Element>> { zip(indices, self) }
}
