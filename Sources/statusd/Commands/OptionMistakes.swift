import ArgumentParser
import Engine

/// The mistakes in the options of a command line, which are all reported.
struct OptionMistakes {
  private var first: [String] = []
  private var more = 0

  mutating func add(_ mistake: String) {
    if first.count < ConfigurationProblems.most { first.append(mistake) } else { more += 1 }
  }

  /// What `body` returns; nil if it throws a `ValidationError`, and then that is one of these.
  mutating func collect<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch let error as ValidationError {
      add(error.message)
      return nil
    }
  }

  /// Throws them as one error; the library writes its first line behind `Error: `.
  func throwIfAny() throws {
    guard !first.isEmpty else { return }
    let lines = first + (more == 0 ? [] : ["\(more) more"])
    throw ValidationError(lines.joined(separator: "\nError: "))
  }
}
