import ArgumentParser
import Engine
import Glibc
import JSONRPC
import Jansson
import Logging
import Reactor
import StatusCore
import StatusServer

/// `statusd call METHOD [PARAMS]`: makes one call and prints its outcome.
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

  func run() throws {
    // Scripts read the error's JSON from stderr, so nothing else is logged there unless a log level is given.
    let logger = try log.texts.makeLogger(level: .critical)
    let params = try paramsText
    let configuration = try Configuration.read(try sources.texts.settings, logger: logger)
    let status: Int32
    do throws(SystemError) {
      status = try Host.run(logger: logger) { host in
        CallGuest(method, params, configuration, on: host, onOutcome: Self.report)
      }
    } catch {
      throw ValidationError("cannot start: \(error)")
    }
    StandardErrorLog.writer.flush(within: .seconds(1))
    throw ExitCode(status)
  }

  /// The params as JSON text: an array or an object.
  ///
  /// The session reports all other mistakes in it.
  private var paramsText: [UInt8]? {
    get throws {
      guard let params else { return nil }
      var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max))
      do throws(JSONScanError) {
        try scanner.scan(Array(params.utf8).span)
      } catch {
        if case .syntax(_, let offset) = error {
          throw ValidationError("PARAMS must be JSON, a syntax error is at byte \(offset)")
        }
      }
      guard [.object, .array].contains(scanner.outline.kind) else {
        throw ValidationError("PARAMS must be a JSON object or array")
      }
      return Array(params.utf8)
    }
  }

  /// Prints the outcome.
  ///
  /// - Returns: The exit status: 0 for a result, 1 for a failure, 74 for a result that cannot be written.
  @LoopActor
  private static func report(_ outcome: Result<JSONText, Failure>) -> Int32 {
    switch outcome {
    case .success(let result):
      do throws(SystemError) {
        try StandardOutput.print(result.description)
      } catch {
        // A reader that has left has what it wanted.
        if error.errno == EPIPE { return 0 }
        LastWords.write("statusd: \(error)")
        return ExitStatus.inputOutputError
      }
      return 0
    case .failure(let failure):
      StandardErrorLog.writer.write(JSONText { $0.errorObject(failure) }.description)
      return 1
    }
  }
}
