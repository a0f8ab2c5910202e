import Engine

extension Misconfiguration {
  /// One mistake, in a file.
  static let sample = sample("resources.build.sorce", "is unknown; did you mean resources.build.source?")

  static func sample(_ key: String, _ message: String) -> Misconfiguration {
    let problem = ConfigurationProblem(.file("/c.toml"), key: key, message, line: 7)
    return Misconfiguration(ConfigurationProblems(problem), file: "/c.toml")
  }
}
