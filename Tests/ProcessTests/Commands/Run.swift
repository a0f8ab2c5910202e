import Foundation
import TestSupport

/// The built binary, run to its end.
struct Run {
  let output: String
  let errors: String
  let status: Int32

  /// - Parameter input: What stands on standard input.
  init(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws {
    let process = try DaemonProcess(arguments, environment: environment)
    if !input.isEmpty { try process.input.write(Array(input.utf8)) }
    process.closeInput()
    output = try process.output.rest()
    errors = try process.errors.rest()
    status = try process.wait()
  }

  init(_ arguments: String...) throws {
    try self.init(arguments)
  }
}
