import ArgumentParser
import Engine
import Jansson
import Logging
import Reactor
import StatusServer

/// The words behind `statusd call` as they were given, before anybody has judged them.
struct CallOptions: Equatable {
  var sources = SourceTexts()
  var log = LogTexts()
  var pointer: String?
  var isRaw = false
  var timeout: String?
  var waits = false
  var format: String?
  var recover: String?
  /// The method, and its params.
  var words: [String] = []
}

/// The values of `--format`.
enum CallFormat: String, CaseIterable {
  case json, text, openmetrics, prometheus

  /// The format of metrics; nil for what is none.
  var metrics: MetricsFormat? {
    switch self {
    case .json, .text: nil
    case .openmetrics: .openMetrics
    case .prometheus: .prometheus
    }
  }
}

// MARK: Well-formed words

extension CallOptions: WellFormedOptions {
  static let flags = ["--raw", "--wait"]

  /// Reads the words of a command line that asks for `call` and makes no mistake.
  ///
  /// - Returns: Nil for words that the library must read.
  init?(_ words: [String]) {
    guard words.first == "call" else { return nil }
    self.init(wellFormed: words[1...])
    // The library says that the method is missing.
    guard !self.words.isEmpty else { return nil }
  }

  mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--pointer": pointer = value
    case "--timeout": timeout = value
    case "--format": format = value
    case "--recover": recover = value
    default: return sources.set(name, to: value) || log.set(name, to: value)
    }
    return true
  }

  mutating func raise(_ flag: String) {
    if flag == "--raw" { isRaw = true } else { waits = true }
  }

  mutating func take(_ word: String) -> Bool {
    words.append(word)
    return !word.isEmpty
  }
}

// MARK: Calling

extension CallOptions {
  /// Makes the call and prints its outcome.
  ///
  /// - Returns: The exit status.
  func call() throws -> Int32 {
    // Scripts read the error's JSON from stderr, so nothing else is logged there unless a log level is given.
    let logger = try log.makeLogger(level: .critical)
    let settings = try sources.settings
    let request = CallRequest(
      method: words[0], params: try CallParams(Array(words.dropFirst()), of: words[0], settings),
      timeout: try duration, waits: waits, recovery: try recover.map(CallRecovery.init))
    let report = CallReport(
      format: try ChoiceOption.choice(format, of: "--format"), pointer: try checkedPointer, isRaw: isRaw)
    let configuration = try Configuration.read(settings, logger: logger)
    try request.recovery?.check(against: configuration)
    defer { StandardErrorLog.flush(within: .seconds(1)) }
    return Host.run(logger: logger) { CallGuest(request, configuration, on: $0, report) }
  }

  private var duration: Duration? {
    get throws {
      guard let timeout else { return nil }
      // The range of refresh's own timeout. NaN is in no range.
      guard let seconds = Double(timeout), 0.05...3_600 ~= seconds else {
        throw ValidationError("--timeout must be between 0.05 and 3600 seconds")
      }
      return .seconds(seconds)
    }
  }

  private var checkedPointer: String? {
    get throws {
      // By bytes: a name may begin with a combining mark.
      guard let pointer, pointer.utf8.first != UInt8(ascii: "/") else { return pointer }
      throw ValidationError("--pointer must be a JSON Pointer, which begins with /")
    }
  }
}
