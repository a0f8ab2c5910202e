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

  /// What they ask of the guest that serves.
  var ofGuest: ServeGuest.Options {
    get throws {
      var options = ServeGuest.Options()
      options.session.droppedLogLines = { StandardErrorLog.writer.dropped }
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

extension ServeOptions {
  /// Reads the words of a command line that asks for `serve` and makes no mistake.
  ///
  /// The library takes 14 million instructions to read one option, three times as many as the rest of a start. So
  /// the daemon reads what is well-formed itself. Everything else, help and mistakes among it, is the library's; a
  /// test holds both to the same result.
  ///
  /// - Returns: Nil for words that the library must read.
  init?(_ words: [String]) {
    guard words.count <= Statusd.mostArguments else { return nil }
    var rest = words[...]
    if rest.first == "serve" { rest.removeFirst() }
    while let word = rest.popFirst() {
      if word == "--stdio" { continue }
      guard word.utf8.starts(with: "--".utf8) else { return nil }
      let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
      let name = equals.map { String(word[..<$0]) } ?? word
      // A separate value must not begin with a dash, where the library sees the next option.
      let value = equals.map { String(word[word.utf8.index(after: $0)...]) } ?? rest.popFirst()
      guard let value, !value.isEmpty, equals != nil || !value.hasPrefix("-"), set(name, to: value) else {
        return nil
      }
    }
  }

  /// Sets an option; the last one with the same name counts, as it does for the library.
  ///
  /// - Returns: Whether there is such an option.
  private mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--config": sources.config = value
    case "--state": sources.state = value
    case "--menu": sources.menu = value
    case "--resource": sources.resources.append(value)
    case "--location": sources.location = value
    case "--seed": sources.seed = value
    case "--scenario": sources.scenario = value
    case "--clock": sources.clock = value
    case "--log-level": log.level = value
    case "--log-format": log.format = value
    case "--framing": framing = value
    case "--drain-timeout": drainTimeout = value
    case "--clientProcessId": clientProcess = value
    default: return false
    }
    return true
  }
}

// MARK: Serving

extension ServeOptions {
  /// Serves the client until the session has ended.
  ///
  /// - Returns: The exit status.
  func serve() throws -> Int32 {
    let logger = try log.makeLogger(level: .warning)
    let options = try ofGuest
    let configuration = try Configuration.read(try sources.settings, logger: logger)
    if isatty(STDIN_FILENO) == 1 { Self.greetPerson() }
    defer { StandardErrorLog.writer.flush(within: .milliseconds(100)) }
    do throws(SystemError) {
      return try Host.run(logger: logger) { host throws(SystemError) in
        try ServeGuest(configuration, options, on: host)
      }
    } catch {
      LastWords.write("statusd: cannot start: \(error)")
      return ExitStatus.systemError
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
