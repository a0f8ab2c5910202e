import ArgumentParser
import Logging
import Providers
import StatusServer

/// The options that every command takes which needs the daemon.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the state comes from: https://…, http://…, file:PATH or demo.", valueName: "source"),
    transform: SourceAddress.init(argument:))
  var state = SourceAddress.demo

  @Option(
    help: ArgumentHelp("Where the menu comes from, likewise.", valueName: "source"),
    transform: SourceAddress.init(argument:))
  var menu = SourceAddress.demo

  @Option(
    help: ArgumentHelp(
      "What is logged to stderr: trace, debug, info, notice, warning (the default), error or critical.",
      valueName: "level"),
    transform: Logger.Level.init(argument:))
  var logLevel: Logger.Level?

  var configuration: Configuration {
    Configuration(state: state, menu: menu)
  }

  /// A logger to standard error, of the level that was asked for or else of that.
  func makeLogger(level usual: Logger.Level) -> Logger {
    let level = logLevel ?? usual
    return Logger(label: "statusd") { _ in StandardErrorLog(logLevel: level) }
  }
}

extension SourceAddress {
  /// For the command line: what is wrong with an address is the error's message.
  init(argument: String) throws {
    do throws(SourceAddressError) {
      try self.init(argument)
    } catch {
      throw ValidationError("\(error)")
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
