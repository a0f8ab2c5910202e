import Logging
import Reactor
import Settings
import StatusServer

extension StdioCommand {
  /// The variable that names the file for a client whose command line nobody wants to change.
  static var traceVariable: String { "STATUSD_TRACE" }

  /// Opens the file that the session is recorded in; nil if none is named.
  func makeTrace(_ logger: Logger) throws(CommandEnd) -> LineWriter? {
    if let trace = stdio.trace { return try Self.makeTrace(trace, namedBy: "--trace", logger) }
    guard let path = Environment.ofProcess(Self.traceVariable) else { return nil }
    return try Self.makeTrace(path, namedBy: Self.traceVariable, logger)
  }

  private static func makeTrace(
    _ path: String, namedBy name: String, _ logger: Logger
  ) throws(CommandEnd) -> LineWriter {
    do throws(SystemError) {
      return try LineWriter.ofTrace(path) { error in
        logger.warning("the session is not recorded", metadata: ["file": "\(path)", "error": "\(error)"])
      }
    } catch {
      throw .mistake("\(name) must name a file that can be written: \(error)")
    }
  }
}
