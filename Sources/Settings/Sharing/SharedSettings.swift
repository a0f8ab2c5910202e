package import Engine
import Providers

/// A configuration as a daemon has it that many clients share, and what tells it from another one.
package struct SharedSettings: Sendable {
  package let configuration: Configuration
  /// The configuration file, by its absolute path; nil for none.
  package let file: String?
  /// What is worth a warning in the log.
  package let notices: [String]
  /// Every key that does not hold its default, with all that it holds.
  package let entries: [WholeEntry]
  /// The variables that the configuration names as `${NAME}`, in order.
  package let variables: [String]
}

extension SharedSettings {
  /// Whether a source speaks HTTP, so that proxies and certificates of the environment count.
  package var usesHTTP: Bool {
    configuration.location.source.usesHTTP || configuration.resources.contains { $0.source.usesHTTP }
  }

  /// Whether a source or an option runs a program, so that `PATH` and the working directory count.
  package var runsProgram: Bool {
    let options = configuration.recoveryOptions + configuration.resources.flatMap(\.recoveryOptions)
    return configuration.location.source.runsProgram || options.contains { $0.command != nil }
      || configuration.resources.contains { $0.source.runsProgram }
  }
}

extension SettingsReader {
  /// Judges the configuration for a daemon that many share: its paths do not depend on where that daemon runs.
  ///
  /// - Parameter folder: The one in which relative paths begin.
  /// - Returns: What there is, and its mistakes; with one, it is not to be used.
  package static func judgeShared(
    _ commandLine: CommandLineSettings, environment: Environment = .ofProcess, in folder: String
  ) -> (settings: SharedSettings, problems: ConfigurationProblems) {
    let notes = VariableNotes()
    let (read, problems, layers) = judgeLayers(commandLine, environment.noting(notes, in: folder))
    let settings = SharedSettings(
      configuration: read.configuration, file: read.file, notices: read.notices,
      entries: WholeEntry.all(of: read.configuration, layers, commandLine), variables: notes.names)
    return (settings, problems)
  }
}
