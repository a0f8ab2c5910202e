import ArgumentParser
import Logging

/// The options of the log: its level and its format.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is logged to stderr: trace, debug, info, notice, warning (the default), error or critical.",
      valueName: "level"),
    transform: Logger.Level.init(argument:))
  var logLevel: Logger.Level?

  @Option(help: "The format of the log: lines for people, or one JSON object on each line.")
  var logFormat = LogFormat.text

  /// Makes a logger to standard error.
  ///
  /// - Parameter usual: The level if none was given.
  func makeLogger(level usual: Logger.Level) -> Logger {
    let (level, format) = (logLevel ?? usual, logFormat)
    return Logger(label: "statusd") { _ in StandardErrorLog(logLevel: level, format: format) }
  }
}

/// The values of `--log-format`.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

extension Logger.Level {
  fileprivate init(argument: String) throws {
    guard let level = Self(rawValue: argument) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--log-level must be one of \(known), got \(argument)")
    }
    self = level
  }
}
