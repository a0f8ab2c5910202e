import Engine
import Jansson
import Text

extension FileEntry {
  /// The value as JSON.
  ///
  /// TOML can say what JSON cannot: dates, times, infinity and NaN are refused where they stand.
  func json() throws(ConfigurationProblem) -> JSONText {
    if let flaw = value.flaw {
      throw FileEntry(file: file, path: path + flaw.path, pointer: pointer, name: name, value: value)
        .problem(flaw.message)
    }
    return JSONText { $0.given(value) }
  }
}

extension GivenValue {
  /// The first thing in the value that JSON has no form for, and the path to it, which nothing else is made for.
  fileprivate var flaw: (path: String, message: String)? {
    switch self {
    case .table(let members):
      members.firstNonNil { member in
        member.value.flaw.map { (".\(member.name.excerpt)\($0.path)", $0.message) }
      }
    case .array(let elements):
      elements.enumerated().firstNonNil { index, element in
        element.flaw.map { ("[\(index)]\($0.path)", $0.message) }
      }
    case .time: ("", "is a date or time, which JSON has no form for; write it as a string")
    case .real(let number) where !number.isFinite:
      ("", "is \(number.plain), and JSON has no such number; write it as a string")
    case .real, .string, .integer, .boolean, .null: nil
    }
  }
}

extension Sequence {
  fileprivate func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
    lazy.compactMap(transform).first { _ in true }
  }
}

extension JSONWriter {
  fileprivate mutating func given(_ value: GivenValue) {
    switch value {
    case .table(let members):
      object { json in for member in members { json.member(named: member.name) { $0.given(member.value) } } }
    case .array(let elements): array(of: elements) { $0.given($1) }
    case .string(let text): string(text)
    case .integer(let number): integer(number)
    case .real(let number): self.number(number)
    case .boolean(let isTrue): boolean(isTrue)
    case .null, .time: null()
    }
  }
}
