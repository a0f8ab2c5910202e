import ArgumentParser
import Logging
import Reactor

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

  @Option(
    name: .customLong("log-file"),
    help: ArgumentHelp(
      "The file to whose end the log is written, in place of stderr.", valueName: "file"),
    completion: .file())
  private var fileText: String?

  /// What the library has read.
  var texts: LogTexts { LogTexts(level: levelText, format: formatText, file: fileText) }
}

/// The options of the log as they were given, before anybody has judged them.
struct LogTexts: Equatable {
  var level: String?
  var format: String?
  var file: String?

  /// Makes the logger.
  ///
  /// - Parameter usual: The level on standard error if none was given; a file gets warnings.
  func makeLogger(level usual: Logger.Level) throws -> Logger {
    let level: Logger.Level =
      try ChoiceOption.choice(self.level, of: "--log-level") ?? LogVariable.level
      ?? (file == nil ? usual : .warning)
    let format: LogFormat = try ChoiceOption.choice(self.format, of: "--log-format") ?? .text
    let log: StandardErrorLog
    do throws(SystemError) {
      log = try StandardErrorLog(logLevel: level, format: format, path: file)
    } catch {
      throw ValidationError("--log-file must name a file that can be written: \(error)")
    }
    return Logger(label: "statusd") { _ in log }
  }
}

/// The values of `--log-format`.
enum LogFormat: String, CaseIterable {
  case text, json
}
