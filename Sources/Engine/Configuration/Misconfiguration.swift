package import StatusCore

/// Why a daemon serves nothing yet: its configuration is wrong.
package struct Misconfiguration: Hashable, Sendable {
  /// At least one.
  package let problems: ConfigurationProblems
  /// The file that a person has to correct: the one that was read, else where one would be; nil if no folder is known.
  package let file: String?

  package init(_ problems: ConfigurationProblems, file: String?) {
    (self.problems, self.file) = (problems, file)
  }

  /// What every call fails with that needs a configuration: `sourceMisconfigured` with the first mistake, which is
  /// what a person is going to correct first.
  package var problem: Problem {
    let first = problems.first.first
    var detail = FailureDetail()
    detail.path = file
    (detail.line, detail.key) = (first?.line, first?.key)
    detail.mistakes = problems.lines
    return Problem(
      .sourceMisconfigured, detail: detail,
      explanation: .misconfiguration((first?.description ?? "").asSentence, variable: first?.place.variable))
  }
}

extension ConfigurationProblem.Place {
  /// The environment variable in which the mistake is; nil if it is elsewhere.
  fileprivate var variable: String? {
    if case .environment(let name) = self { name } else { nil }
  }
}
