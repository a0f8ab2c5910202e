import ArgumentParser
import Logging

/// The options of the log: its level and its format.
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
      "The format of the log: text, lines for people (the default), or json, one object on each line.",
      valueName: "format"),
    completion: .list(LogFormat.allCases.map(\.rawValue)))
  private var formatText: String?

  /// What the library has read.
  var texts: LogTexts { LogTexts(level: levelText, format: formatText) }
}

/// The options of the log as they were given, before anybody has judged them.
struct LogTexts: Equatable {
  var level: String?
  var format: String?

  /// Makes a logger to standard error.
  ///
  /// - Parameter usual: The level if none was given.
  func makeLogger(level usual: Logger.Level) throws -> Logger {
    let level: Logger.Level = try ChoiceOption.choice(self.level, of: "--log-level") ?? usual
    let format: LogFormat = try ChoiceOption.choice(self.format, of: "--log-format") ?? .text
    return .toStandardError(level, format)
  }
}

extension Logger {
  static func toStandardError(_ level: Level, _ format: LogFormat = .text) -> Logger {
    Logger(label: "statusd") { _ in StandardErrorLog(logLevel: level, format: format) }
  }
}

/// The values of `--log-format`.
enum LogFormat: String, CaseIterable {
  case text, json
}
