import Engine
import Jansson
import StatusCore
import Text

/// A value in a file with its path, which problems report.
struct FileEntry {
  let file: ConfigurationFile
  /// As people write it: `resources.state.steps[2].then`; "" for the whole file.
  let path: String
  let name: String
  let value: GivenValue

  // MARK: Containers

  /// The members of a table.
  func members() throws(ConfigurationProblem) -> [FileEntry] {
    guard case .table(let members) = value else { throw expected("a table") }
    return members.map { member in
      let path = path.isEmpty ? member.name.excerpt : "\(path).\(member.name.excerpt)"
      return FileEntry(file: file, path: path, name: member.name, value: member.value)
    }
  }

  /// The members of a table that has no others than these.
  func members(_ known: [String]) throws(ConfigurationProblem) -> [String: FileEntry] {
    var found: [String: FileEntry] = [:]
    for member in try members() {
      guard known.contains(member.name) else { throw member.unknown(among: known) }
      found[member.name] = member
    }
    return found
  }

  /// What `read` makes of each element of an array.
  func elements<Element>(
    _ read: (FileEntry) throws(ConfigurationProblem) -> Element
  ) throws(ConfigurationProblem) -> [Element] {
    guard case .array(let values) = value else { throw expected(JSONValue.Kind.array.noun) }
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      elements.append(try read(FileEntry(file: file, path: "\(path)[\(index)]", name: name, value: value)))
    }
    return elements
  }

  // MARK: Scalars

  func text() throws(ConfigurationProblem) -> String {
    guard case .string(let text) = value else { throw expected(JSONValue.Kind.string.noun) }
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
    guard let number, range ~= number else { throw expected(meaning) }
    return number
  }

  func integer(_ range: ClosedRange<Int>) throws(ConfigurationProblem) -> Int {
    guard case .integer(let number) = value, range ~= number else {
      throw expected("an integer, \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// One of these words; `listed` says which they are.
  func word<Word>(_ words: [(String, Word)], listed: String) throws(ConfigurationProblem) -> Word {
    let text = try text()
    if let word = words.first(where: { $0.0 == text }) { return word.1 }
    let advice = text.nearest(in: words.map(\.0)).map { "; did you mean \($0)?" } ?? ""
    throw problem("must be \(listed), got “\(text.excerpt)”\(advice)")
  }

  // MARK: Problems

  func problem(_ message: String) -> ConfigurationProblem {
    ConfigurationProblem(.file(file.path), key: path.isEmpty ? nil : path, message)
  }

  func missing(_ name: String) -> ConfigurationProblem {
    ConfigurationProblem(.file(file.path), key: path.isEmpty ? name : "\(path).\(name)", "is missing")
  }

  func unknown(among known: [String]) -> ConfigurationProblem {
    problem("is unknown; \(name.advice(among: known))")
  }

  private func expected(_ noun: String) -> ConfigurationProblem {
    problem("must be \(noun), got \(value.kind)")
  }
}
