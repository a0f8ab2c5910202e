import ArgumentParser
import Logging

/// What is logged, and how it looks.
struct LogOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is logged to stderr: trace, debug, info, notice, warning (the default), error or critical.",
      valueName: "level"),
    transform: Logger.Level.init(argument:))
  var logLevel: Logger.Level?

  @Option(help: "How it looks: lines for people, or one JSON object a line.")
  var logFormat = LogFormat.text

  /// A logger to standard error, of the level that was asked for or else of that.
  func makeLogger(level usual: Logger.Level) -> Logger {
    let (level, format) = (logLevel ?? usual, logFormat)
    return Logger(label: "statusd") { _ in StandardErrorLog(logLevel: level, format: format) }
  }
}

/// `--log-format`.
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
