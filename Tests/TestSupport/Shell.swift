import Foundation

/// Programs that tests run to the end.
package enum Shell {
  /// Runs a program that is found by PATH.
  ///
  /// - Returns: What it writes to its standard output.
  /// - Throws: `DaemonError` with what it says if its status is not 0.
  package static func output(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let words = try errors.fileHandleForReading.readToEnd() ?? Data()
      throw DaemonError("\(program): \(String(decoding: words, as: UTF8.self))")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
