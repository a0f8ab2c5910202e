import Jansson

extension GivenValue {
  /// The value as JSON; nil where a date or time is in it.
  var json: JSONText? {
    hasTime ? nil : JSONText { $0.given(self) }
  }

  private var hasTime: Bool {
    switch self {
    case .time: true
    case .array(let elements): elements.contains(where: \.hasTime)
    case .table(let members): members.contains { $0.value.hasTime }
    default: false
    }
  }
}

extension JSONWriter {
  fileprivate mutating func given(_ value: GivenValue) {
    switch value {
    case .table(let members):
      object { json in for member in members { json.member(member.name) { $0.given(member.value) } } }
    case .array(let elements): array(of: elements) { $0.given($1) }
    case .string(let text): string(text)
    case .integer(let number): integer(number)
    case .real(let number): self.number(number)
    case .boolean(let isTrue): boolean(isTrue)
    case .null, .time: null()
    }
  }
}
