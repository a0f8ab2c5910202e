import Logging
import Reactor
import Settings

/// A command that logs.
protocol LoggedCommand: Command {
  var log: LogOptions { get set }
}

extension OptionGroup where Root: LoggedCommand {
  /// The options of the log.
  static var log: Self {
    OptionGroup(
      title: "Log",
      options: [
        Option(
          "--log-level", "level",
          "What is logged to stderr: trace, debug, info, notice, warning (the default), error or critical.",
          of: Logger.Level.self
        ) { $0.log.level = $1 },
        Option(
          "--log-format", "format",
          "The format of the log: text, lines for people (the default), or json, one object on each line.",
          of: LogFormat.self
        ) { $0.log.format = $1 },
        Option(
          "--log-file", "file", "The file to whose end the log is written, in place of stderr.",
          completion: .file
        ) { $0.log.file = $1.text },
      ])
  }
}

/// What the command line says of the log.
struct LogOptions: Sendable {
  var level: Logger.Level?
  var format = LogFormat.text
  var file: String?

  /// Makes the logger.
  ///
  /// - Parameter usual: The level on standard error if none was given; a file gets warnings.
  func makeLogger(level usual: Logger.Level) throws(CommandEnd) -> Logger {
    var level = level
    if level == nil { level = try LogVariable.level }
    let log: StandardErrorLog
    do throws(SystemError) {
      log = try StandardErrorLog(
        logLevel: level ?? (file == nil ? usual : .warning), format: format, path: file)
    } catch {
      throw .mistake("--log-file must name a file that can be written: \(error)")
    }
    return Logger(label: "statusd") { _ in log }
  }
}

/// The values of `--log-format`.
enum LogFormat: String, CaseIterable {
  case text, json
}
