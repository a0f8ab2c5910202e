import ArgumentParser
import Engine
import Glibc
import JSONRPC
import Logging
import Reactor
import Settings
import StatusServer

/// The options of `serve` as they were given, before anybody has judged them.
struct ServeOptions: Equatable {
  var sources = SourceTexts()
  var log = LogTexts()
  var framing: String?
  var drainTimeout: String?
  var clientProcess: String?
  var trace: String?
  var metrics: String?

  /// What they ask of the guest that serves.
  var ofGuest: ServeGuest.Options {
    get throws {
      var options = ServeGuest.Options()
      let choice: FramingOption? = try ChoiceOption.choice(framing, of: "--framing")
      options.framing = choice?.framing
      options.clientProcess = try clientProcess.map(Self.process)
      options.session.drainTimeout = try drainTimeout.map(Self.drainTimeout) ?? .seconds(10)
      return options
    }
  }

  private static func process(_ text: String) throws -> Int {
    guard let number = Int(text) else {
      throw ValidationError("--clientProcessId must be the id of a process, a whole number")
    }
    return number
  }

  private static func drainTimeout(_ text: String) throws -> Duration {
    // NaN is in no range.
    guard let seconds = Double(text), 0...3_600 ~= seconds else {
      throw ValidationError("--drain-timeout must be between 0 and 3600 seconds")
    }
    return .seconds(seconds)
  }
}

// MARK: Well-formed words

extension ServeOptions: WellFormedOptions {
  static let flags = ["--stdio"]

  /// Reads the words of a command line that asks for `serve` and makes no mistake.
  ///
  /// - Returns: Nil for words that the library must read.
  init?(_ words: [String]) {
    self.init(wellFormed: words.first == "serve" ? words[1...] : words[...])
  }

  mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--framing": framing = value
    case "--drain-timeout": drainTimeout = value
    case "--clientProcessId": clientProcess = value
    case "--trace": trace = value
    case "--metrics": metrics = value
    default: return sources.set(name, to: value) || log.set(name, to: value)
    }
    return true
  }

  /// `--stdio` says what is so anyway.
  mutating func raise(_ flag: String) {}
  mutating func take(_ word: String) -> Bool { false }
}

// MARK: Serving

extension ServeOptions {
  /// Serves the client until the session has ended.
  ///
  /// - Returns: The exit status.
  func serve() throws -> Int32 {
    let logger = try log.makeLogger(level: .warning)
    var options = try ofGuest
    var settings = try sources.settings
    settings.metrics = metrics
    let configuration = try Configuration.read(settings, logger: logger)
    options.session.trace = try makeTrace(logger)
    if isatty(STDIN_FILENO) == 1 { Self.greetPerson() }
    defer {
      options.session.trace?.flush(within: .seconds(1))
      StandardErrorLog.flush(within: .milliseconds(100))
    }
    return Host.run(logger: logger) { host throws(SystemError) in
      try ServeGuest(configuration, options, on: host)
    }
  }

  /// Greets a person who started the daemon at a terminal, and then serves anyway.
  private static func greetPerson() {
    StandardErrorLog.writer.write(
      """
      statusd reads JSON-RPC 2.0 from here, one message a line; statusd --help says more. Try:
      {"jsonrpc":"2.0","id":1,"method":"refresh"}
      """)
  }
}

/// The values of `--framing`.
enum FramingOption: String, CaseIterable {
  case auto, lines, headers

  /// nil for `auto`.
  var framing: Framing? { Framing(rawValue: rawValue) }
}
