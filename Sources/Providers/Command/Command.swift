/// A program and its arguments, as `command:PROGRAM ARGS…` names them.
package struct Command: Hashable, Sendable {
  /// A path, or a name that is looked for in PATH; ``shownProgram`` is what messages have.
  package let program: String
  /// They may hold secrets, and go to the program alone.
  package let arguments: [String]

  package init(program: String, arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }

  var words: [String] { [program] + arguments }
}
