import ArgumentParser
import Logging

/// What is logged, and how it looks.
struct LogOptions: ParsableArguments {
  @Option(
    name: .customLong("log-level"),
    help: ArgumentHelp(
      "What is logged to stderr: trace, debug, info, notice, warning (the default), error or critical.",
      valueName: "level"),
    completion: .list(Logger.Level.allCases.map(\.rawValue)))
  private var levelText: String?

  @Option(
    name: .customLong("log-format"),
    help: ArgumentHelp(
      "How it looks: text, lines for people (the default), or json, one object a line.", valueName: "format"),
    completion: .list(LogFormat.allCases.map(\.rawValue)))
  private var formatText: String?

  /// A logger to standard error, of the level that was asked for or else of that.
  func makeLogger(level usual: Logger.Level) throws -> Logger {
    let level: Logger.Level = try ChoiceOption.choice(levelText, of: "--log-level") ?? usual
    let format: LogFormat = try ChoiceOption.choice(formatText, of: "--log-format") ?? .text
    return Logger(label: "statusd") { _ in StandardErrorLog(logLevel: level, format: format) }
  }
}

/// `--log-format`.
enum LogFormat: String, CaseIterable {
  case text, json
}
