import ArgumentParser
import Glibc
import Jansson
import Logging
import Reactor
import Engine

/// `statusd call METHOD [PARAMS]`.
struct CallOnce: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Make one request and print its result.",
    discussion: """
      The result goes to stdout as JSON on one line; an error goes to stderr as JSON, with status 1. \
      For example: statusd call refresh '{"timeout": 5}'
      """)

  @OptionGroup(title: "Configuration") var sources: SourceOptions

  @OptionGroup(title: "Log") var log: LogOptions

  @Argument(help: "The method's name, such as refresh; rpc.discover lists them.")
  var method: String

  @Argument(help: "Its params: a JSON object or array.")
  var params: String?

  func validate() throws {
    guard let params else { return }
    guard let value = try? JSONValue.parse(Array(params.utf8).span) else {
      throw ValidationError("PARAMS must be JSON, got: \(params.prefix(60))")
    }
    guard value.kind == .object || value.kind == .array else {
      throw ValidationError("PARAMS must be a JSON object or array, got: \(params.prefix(60))")
    }
  }

  func run() throws {
    // What goes to stderr is the error's JSON alone, for scripts to read, unless a log was asked for.
    let logger = log.makeLogger(level: .critical)
    let configuration = try Configuration.read(sources, logger: logger)
    let params = params.map { JSONText(trusting: Array($0.utf8)) }
    let outcome = SingleCall.perform(
      method, params: params, configuration, logger: logger)
    StandardErrorLog.writer.flush(within: .milliseconds(100))
    switch outcome {
    case .result(let result): print(result)
    case .error(let error):
      StandardErrorLog.writer.write(error.description)
      StandardErrorLog.writer.flush(within: .seconds(1))
      throw ExitCode(1)
    case nil: throw ExitCode(1)
    }
  }
}
