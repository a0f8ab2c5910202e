internal import CSpawn
internal import Foundation

/// A program, its words, and the descriptors that become its standard streams.
struct ProcessLaunch {
  let command: Command
  let input: Int32
  let output: Int32
  let error: Int32

  /// The id of the process.
  func run() throws(SystemError) -> pid_t {
    let environment = command.environment ?? ProcessInfo.processInfo.environment
    var pid: pid_t = 0
    // The strings, and the arrays of pointers to them, outlive the call, which keeps none of them.
    let code = unsafe withStrings([command.program] + command.arguments) { words in
      unsafe withStrings(environment.map { "\($0)=\($1)" }) { variables in
        unsafe statusd_spawn(&pid, command.workingDirectory, words, variables, input, output, error)
      }
    }
    guard code == 0 else { throw SystemError(number: code) }
    return pid
  }
}

/// Calls `body` with `strings` as C takes them: pointers, and a null pointer at the end.
private func withStrings(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
) -> Int32 {
  let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
  // Each was allocated above, and is freed here alone.
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  return unsafe body(pointers)
}
