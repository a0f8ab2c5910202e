/// The mistakes of a configuration, in the order in which its places are read.
///
/// A file of a megabyte has room for a hundred thousand mistakes. The first ones are kept, and the others are only
/// counted: their sentences, each of which looks for the nearest name, are never made.
package struct ConfigurationProblems: Error, Hashable, Sendable {
  /// As many as fit on a screen.
  package static let most = 20

  package private(set) var first: [ConfigurationProblem] = []
  /// How many there are beside ``first``.
  package private(set) var more = 0

  package init() {}

  package init(_ problem: ConfigurationProblem) {
    first = [problem]
  }

  package var isEmpty: Bool { first.isEmpty }

  package mutating func add(_ problem: @autoclosure () -> ConfigurationProblem) {
    if first.count < Self.most {
      first.append(problem())
    } else {
      more += 1
    }
  }

  /// What `body` returns; nil if it throws, and then its mistake is one of these.
  @discardableResult
  package mutating func collect<Value>(_ body: () throws(ConfigurationProblem) -> Value) -> Value? {
    do throws(ConfigurationProblem) {
      return try body()
    } catch {
      add(error)
      return nil
    }
  }

  package mutating func add(_ other: ConfigurationProblems) {
    for problem in other.first { add(problem) }
    more += other.more
  }
}

extension ConfigurationProblems {
  /// The same, where each mistake in a key of that file has the line of the key.
  ///
  /// - Parameter line: The line of a key; nil if it is not known.
  package func located(in file: String, by line: (_ key: String) -> Int?) -> ConfigurationProblems {
    var located = self
    for index in first.indices {
      guard let key = first[index].key, case .file(file) = first[index].place else { continue }
      located.first[index].line = first[index].line ?? line(key)
    }
    return located
  }

  /// A line for each of the first, and one that counts the others.
  package var lines: [String] {
    first.map(\.description) + (more == 0 ? [] : ["\(more) more mistake\(more == 1 ? "" : "s")"])
  }
}
