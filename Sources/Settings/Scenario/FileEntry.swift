import Engine
import Jansson
import StatusCore
import Text

/// A value in a file with its path, which problems report.
struct FileEntry {
  let file: ConfigurationFile
  /// As people write it: `resources.state.steps[2].then`; "" for the whole file.
  let path: String
  /// The same as a JSON Pointer (RFC 6901).
  let pointer: String
  let name: String
  let value: GivenValue

  // MARK: Containers

  /// The members of a table.
  func members() throws(ConfigurationProblem) -> [FileEntry] {
    guard case .table(let members) = value else { throw expected("a table") }
    return members.map { member in
      let path = path.isEmpty ? member.name.excerpt : "\(path).\(member.name.excerpt)"
      return FileEntry(
        file: file, path: path, pointer: pointer + JSONPointer.token(member.name), name: member.name,
        value: member.value)
    }
  }

  /// The members of a table that has no others than these.
  func members(_ known: [String]) throws(ConfigurationProblem) -> [String: FileEntry] {
    var problems = ConfigurationProblems()
    let found = try members(known, &problems)
    if let unknown = problems.first.first { throw unknown }
    return found
  }

  /// The known members of a table; each of the others is one of `problems`.
  func members(
    _ known: [String], _ problems: inout ConfigurationProblems
  ) throws(ConfigurationProblem) -> [String: FileEntry] {
    var found: [String: FileEntry] = [:]
    for member in try members() {
      if known.contains(member.name) {
        found[member.name] = member
      } else {
        problems.add(member.unknown(among: known))
      }
    }
    return found
  }

  /// The elements of an array.
  func elements() throws(ConfigurationProblem) -> [FileEntry] {
    guard case .array(let values) = value else { throw expected(JSONValue.Kind.array.noun) }
    return values.enumerated().map { index, value in
      FileEntry(
        file: file, path: "\(path)[\(index)]", pointer: "\(pointer)/\(index)", name: name, value: value)
    }
  }

  // MARK: Scalars

  func text() throws(ConfigurationProblem) -> String {
    guard case .string(let text) = value else { throw expected(JSONValue.Kind.string.noun) }
    return text
  }

  /// Words of a failure.
  func line(_ longest: Int = 500) throws(ConfigurationProblem) -> String {
    let text = try text()
    let scalars = text.unicodeScalars
    guard scalars.count <= longest, !scalars.contains(where: \.isInvisible),
      scalars.contains(where: { $0 != " " })
    else { throw expected("a string of 1 to \(longest) characters on one line", .range) }
    return text
  }

  func seconds(_ range: ClosedRange<Int>) throws(ConfigurationProblem) -> Duration {
    let range = Double(range.lowerBound)...Double(range.upperBound)
    return Duration(
      nearest: try number(in: range, "\(Int(range.lowerBound)) to \(Int(range.upperBound)) seconds"))
  }

  /// A wait between two things that must not come at one moment.
  func wait() throws(ConfigurationProblem) -> Duration {
    Duration(nearest: try number(in: 0.1...31_536_000, "0.1 to 31536000 seconds"))
  }

  func degrees(_ range: ClosedRange<Double>) throws(ConfigurationProblem) -> Double {
    try number(in: range, "degrees, \(Int(range.lowerBound)) to \(Int(range.upperBound))")
  }

  private func number(
    in range: ClosedRange<Double>, _ meaning: String
  ) throws(ConfigurationProblem) -> Double {
    let number: Double? =
      switch value {
      case .integer(let number): Double(number)
      case .real(let number): number
      default: nil
      }
    guard let number else { throw expected(meaning) }
    guard range ~= number else { throw expected(meaning, .range) }
    return number
  }

  /// An integer, which may be written `500.0` and `5e2` as in all params (docs/protocol.md).
  func integer(_ range: ClosedRange<Int>) throws(ConfigurationProblem) -> Int {
    let meaning = "an integer, \(range.lowerBound) to \(range.upperBound)"
    let number: Int? =
      switch value {
      case .integer(let number): number
      case .real(let number): Int(exactly: number)
      default: nil
      }
    guard let number else { throw expected(meaning) }
    guard range ~= number else { throw expected(meaning, .range) }
    return number
  }

  /// One of these words; `listed` says which they are.
  func word<Word>(_ words: [(String, Word)], listed: String) throws(ConfigurationProblem) -> Word {
    let text = try text()
    if let word = words.first(where: { $0.0 == text }) { return word.1 }
    let advice = text.nearest(in: words.map(\.0)).map { "; did you mean \($0)?" } ?? ""
    throw problem(
      "must be \(listed), got “\(text.excerpt)”\(advice)", .range,
      suggestion: text.nearest(in: words.map(\.0)))
  }

  // MARK: Problems

  func problem(
    _ message: String, _ reason: ConfigurationProblem.Entry.Reason = .range, suggestion: String? = nil
  ) -> ConfigurationProblem {
    ConfigurationProblem(
      file.place, key: path.isEmpty ? nil : path, message,
      entry: .init(pointer, reason, suggestion: suggestion))
  }

  func missing(_ name: String) -> ConfigurationProblem {
    ConfigurationProblem(
      file.place, key: path.isEmpty ? name : "\(path).\(name)", "is missing",
      entry: .init(pointer + JSONPointer.token(name), .missing))
  }

  func unknown(among known: [String]) -> ConfigurationProblem {
    problem("is unknown; \(name.advice(among: known))", .unknown, suggestion: name.nearest(in: known))
  }

  func expected(
    _ noun: String, _ reason: ConfigurationProblem.Entry.Reason = .type
  ) -> ConfigurationProblem {
    problem("must be \(noun), got \(value.kind)", reason)
  }
}
