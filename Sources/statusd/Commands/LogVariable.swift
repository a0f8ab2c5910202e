import Logging
import Reactor
import Settings

/// `STATUSD_LOG_LEVEL`, which stands for `--log-level` where that is not given.
enum LogVariable {
  private static let name = "STATUSD_LOG_LEVEL"

  /// The level; nil if it is not set, or empty.
  static var level: Logger.Level? {
    get throws(CommandEnd) {
      guard let text = Environment.ofProcess(name) else { return nil }
      if let level = Logger.Level(rawValue: text) { return level }
      // The value is not repeated: variables may hold secrets.
      let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      LastWords.write("statusd: \(name): must be one of \(known)")
      throw .status(ExitStatus.configuration)
    }
  }
}
