/// JSON whose members keep their order, laid out as the files of schema/ are.
indirect enum OrderedJSON: Sendable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral
{
  case object([(String, OrderedJSON)])
  case array([OrderedJSON])
  case string(String)
  case number(Double)
  case boolean(Bool)

  init(stringLiteral text: String) { self = .string(text) }
  init(booleanLiteral isTrue: Bool) { self = .boolean(isTrue) }
  init(integerLiteral number: Int) { self = .number(Double(number)) }

  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map { "\(inner)\(Self.quoted($0)): \($1.text(indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements):
      return "[\n\(elements.map { inner + $0.text(indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
    case .string(let text): return Self.quoted(text)
    case .number(let number): return number == number.rounded() ? "\(Int(number))" : "\(number)"
    case .boolean(let isTrue): return "\(isTrue)"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
