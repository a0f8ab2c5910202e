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
  }

  package let place: Place
  /// The key with its dots, such as `resources.state.timeout`; nil when the place as a whole is wrong.
  package let key: String?
  /// What is wrong: the end of a sentence that begins with the key, or with the place if there is no key.
  package let message: String

  package init(_ place: Place, key: String? = nil, _ message: String) {
    self.place = place
    // A key that nobody knows may be as long as the file, and hold what acts on a terminal.
    self.key = key?.excerpt.visible
    self.message = message
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
    }
  }

  /// The end of a path, which says most, and all of one that any file has; of a URL in the place of a path no more
  /// than its scheme.
  private static func shown(_ path: String) -> String {
    let parts = path.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 1 else { return String(parts[0]).excerpt + "://…" }
    let longest = 4_096
    guard path.utf8.count > longest else { return path }
    return "…" + String(Substring(path.unicodeScalars.suffix(longest / 4)))
  }
}

extension Problem {
  /// `sourceMisconfigured`, for a configuration that was read again and is now wrong.
  package init(_ problem: ConfigurationProblem) {
    var detail = FailureDetail()
    detail.key = problem.key
    let sentence = "\(problem)"
    self.init(
      .sourceMisconfigured, detail: detail, explanation: sentence.hasSuffix("?") ? sentence : "\(sentence).")
  }
}
