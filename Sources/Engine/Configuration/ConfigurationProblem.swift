package import StatusCore
import Text

/// What is wrong with the configuration, and where.
///
/// It may be shown to anyone, because it never contains the value of a header or variable, or credentials.
package struct ConfigurationProblem: Error, Hashable, Sendable {
  /// Where the mistake is.
  package enum Place: Hashable, Sendable {
    /// The path of a file.
    case file(String)
    /// The name of an environment variable.
    case environment(String)
    /// An option of the command line, with its dashes: `--state`.
    case option(String)
    /// A param of a method.
    case param(String)
  }

  package let place: Place
  /// The key with its dots, such as `resources.state.timeout`; nil when the place as a whole is wrong.
  package let key: String?
  /// What is wrong: the end of a sentence that begins with the key, or with the place if there is no key.
  package let message: String
  /// The line of the file, counted from 1; nil if it is not known.
  package var line: Int?
  /// Where it is in a document that came as JSON, and in which way it is wrong; for those who report that by
  /// itself.
  package let entry: Entry?

  /// A place in a document.
  package struct Entry: Hashable, Sendable {
    /// The ways in which a param can be wrong (docs/protocol.md).
    package enum Reason: String, Sendable {
      case unknown, missing, type, range
    }

    /// JSON Pointer (RFC 6901).
    package let pointer: String
    package let reason: Reason
    /// The nearest known name.
    package let suggestion: String?

    package init(_ pointer: String, _ reason: Reason, suggestion: String? = nil) {
      (self.pointer, self.reason, self.suggestion) = (pointer, reason, suggestion)
    }
  }

  package init(
    _ place: Place, key: String? = nil, _ message: String, line: Int? = nil, entry: Entry? = nil
  ) {
    self.place = place
    self.line = line
    self.entry = entry
    // A key that nobody knows may be as long as the file, and hold what acts on a terminal.
    self.key = key?.excerpt.visible
    self.message = message
  }
}

extension ConfigurationProblem {
  /// A scenario scripts a resource that there is not.
  static func unknownResource(_ name: ResourceName, among known: [ResourceName]) -> ConfigurationProblem {
    let suggestion = name.rawValue.nearest(in: known.map(\.rawValue))
    let advice =
      suggestion.map { "did you mean \($0)?" }
      ?? "there are \(known.map(\.rawValue).joined(separator: ", "))"
    return ConfigurationProblem(
      .param("scenario"), key: "resources.\(name)",
      "is no resource of this daemon, and none is made while it runs; \(advice)",
      entry: Entry("/resources/\(name)", .unknown, suggestion: suggestion))
  }

  /// A scenario gives a resource another shape than it has.
  static func otherShape(
    _ shape: ResourceShape, of name: ResourceName, having present: ResourceShape
  ) -> ConfigurationProblem {
    ConfigurationProblem(
      .param("scenario"), key: "resources.\(name).shape", "must be \(present), got \(shape)",
      entry: Entry("/resources/\(name)/shape", .range))
  }
}

extension ConfigurationProblem: CustomStringConvertible {
  /// `PLACE: KEY MESSAGE`, always on one line: foreign text is made visible.
  package var description: String {
    let sentence = [key, message].compactMap(\.self).joined(separator: " ")
    return "\(place): \(sentence)".visible
  }
}

extension ConfigurationProblem.Place: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let path): Self.shown(path)
    case .environment(let name): name
    case .option(let name): name
    case .param(let name): "params.\(name)"
    }
  }

  /// The end of a path, which says most, and all of one that any file has; of a URL in the place of a path no more
  /// than its scheme.
  private static func shown(_ path: String) -> String {
    if let scheme = path.utf8.firstRange(of: "://".utf8)?.lowerBound {
      return String(path[..<scheme]).excerpt + "://…"
    }
    let longest = 4_096
    guard path.utf8.count > longest else { return path }
    return "…" + String(Substring(path.unicodeScalars.suffix(longest / 4)))
  }
}

extension Problem {
  /// `sourceMisconfigured` with the first mistake, which is what a person is going to mend first.
  init(_ problems: ConfigurationProblems) {
    self = problems.first.first.map { Problem($0) } ?? Problem(.sourceMisconfigured)
  }

  /// `sourceMisconfigured`, for a configuration that was read again and is now wrong.
  package init(_ problem: ConfigurationProblem) {
    var detail = FailureDetail()
    detail.key = problem.key
    self.init(
      .sourceMisconfigured, detail: detail, explanation: .composed(Wording("\(problem)".asSentence)))
  }
}
