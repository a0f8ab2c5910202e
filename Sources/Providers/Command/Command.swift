/// A program and its arguments, as `command:PROGRAM ARGS…` names them.
package struct Command: Hashable, Sendable {
  /// A path, or a name that is looked for in PATH.
  package let program: String
  /// They may hold secrets, and are told to nobody but the program.
  package let arguments: [String]

  package init(program: String, arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }

  var words: [String] { [program] + arguments }
}

extension Command {
  /// A text in which no argument can be read, nor the value of an option.
  ///
  /// Programs repeat in their messages what they were given. Names of options stay, and what is too short to
  /// be a secret.
  func redacted(_ text: String) -> String {
    secrets.sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { text, secret in
      text.replacing(secret, with: "***")
    }
  }

  /// `VALUE`, `--name=VALUE`, `-nVALUE`.
  private var secrets: [String] {
    arguments.flatMap { argument in
      let value = argument.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
      if argument.hasPrefix("--") { return [value].compactMap(\.self) }
      let attached = argument.hasPrefix("-") ? String(argument.dropFirst(2)) : nil
      return [argument, value, attached].compactMap(\.self)
    }.filter { $0.utf8.count > 2 }
  }
}
