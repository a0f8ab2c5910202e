import ArgumentParser
import Logging
import Providers
import StatusServer

/// The options that every command takes which needs the daemon.
struct SourceOptions: ParsableArguments {
  // Strings, because the library puts what cannot be converted into its message, credentials and all.
  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "Where the state comes from: https://…, http://…, file:PATH, command:PROGRAM ARGS… or demo.",
      valueName: "source"))
  private var stateText = "demo"

  @Option(
    name: .customLong("menu"),
    help: ArgumentHelp("Where the menu comes from, likewise.", valueName: "source"))
  private var menuText = "demo"

  @Option(
    help: ArgumentHelp(
      "What is logged to stderr: trace, debug, info, notice, warning (the default), error or critical.",
      valueName: "level"),
    transform: Logger.Level.init(argument:))
  var logLevel: Logger.Level?

  func validate() throws {
    _ = try configuration
  }

  /// What the options say.
  var configuration: Configuration {
    get throws {
      Configuration(
        state: try Self.address(stateText, of: "--state"), menu: try Self.address(menuText, of: "--menu"))
    }
  }

  /// A logger to standard error, of the level that was asked for or else of that.
  func makeLogger(level usual: Logger.Level) -> Logger {
    let level = logLevel ?? usual
    return Logger(label: "statusd") { _ in StandardErrorLog(logLevel: level) }
  }

  private static func address(_ text: String, of option: String) throws -> SourceAddress {
    do throws(SourceAddressError) {
      return try SourceAddress(text)
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }
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
