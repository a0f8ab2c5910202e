import Jansson

/// A JSON value, read by a third parser: recursive, slow, and with no code of the two that it judges.
struct JSONNode {
  indirect enum Content {
    /// In the order of the text, with duplicates; names as UTF-8.
    case object([(name: [UInt8], value: JSONNode)])
    case array([JSONNode])
    /// The value as UTF-8.
    case string([UInt8])
    case number
    case boolean(Bool)
    case null
  }

  let content: Content
  /// As it was written.
  let text: ArraySlice<UInt8>
  let flaws: Flaws

  /// Why a text is none.
  enum Fault: Error, Hashable {
    case syntax, tooDeep, tooManyValues
  }

  init(_ content: Content, _ text: ArraySlice<UInt8>) {
    self.content = content
    self.text = text
    flaws = Self.flaws(of: content, text)
  }

  init(reading text: [UInt8], _ budget: JSONBudget) throws(Fault) {
    var reader = JSONNodeReader(text, budget)
    self = try reader.read()
  }

  static let roomy = JSONBudget(depth: 128, tokens: .max)
}

// MARK: Reading

extension JSONNode {
  var members: [(name: [UInt8], value: JSONNode)] {
    guard case .object(let members) = content else { return [] }
    return members
  }

  var elements: [JSONNode] {
    guard case .array(let elements) = content else { return [] }
    return elements
  }

  var string: [UInt8]? {
    guard case .string(let value) = content else { return nil }
    return value
  }

  var isNull: Bool {
    guard case .null = content else { return false }
    return true
  }

  var isObject: Bool {
    guard case .object = content else { return false }
    return true
  }

  var isArray: Bool {
    guard case .array = content else { return false }
    return true
  }

  /// The last member of that name.
  subscript(_ name: String) -> JSONNode? {
    members.last { $0.name.elementsEqual(name.utf8) }?.value
  }

  /// A number as jansson holds it; infinite for what it cannot, nil for what is no number.
  var number: Double? {
    guard case .number = content else { return nil }
    return Self.number(text)
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Double {
    let digits = String(decoding: text, as: UTF8.self)
    let isReal = text.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    return (isReal ? Double(digits) : Int64(digits).map { Double($0) }) ?? .infinity
  }
}

// MARK: Flaws

extension JSONNode {
  /// What valid JSON may hold and jansson cannot.
  struct Flaws: OptionSet {
    let rawValue: Int

    /// A number that does not fit 64 bits.
    static let overflow = Flaws(rawValue: 1)
    /// An object with two members of one name.
    static let duplicate = Flaws(rawValue: 2)
    /// An object that has a name with U+0000.
    static let nullInName = Flaws(rawValue: 4)
  }

  /// The flaws of the value and of those within it.
  private static func flaws(of content: Content, _ text: ArraySlice<UInt8>) -> Flaws {
    switch content {
    case .number: number(text).isInfinite ? .overflow : []
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.flaws) }
    case .object(let members):
      members.reduce(into: Set(members.map(\.name)).count < members.count ? .duplicate : []) {
        flaws, member in
        flaws.formUnion(member.value.flaws)
        if member.name.contains(0) { flaws.formUnion(.nullInName) }
      }
    case .string, .boolean, .null: []
    }
  }
}
