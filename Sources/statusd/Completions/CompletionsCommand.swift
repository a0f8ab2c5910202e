import Text

/// `statusd completions SHELL`: prints what makes a shell complete commands and options.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let abstract = "Print the completions for a shell."
  static let discussion = """
    Examples:
      source <(statusd completions bash)
      statusd completions zsh > ~/.zfunc/_statusd
      statusd completions fish > ~/.config/fish/completions/statusd.fish
    """

  static var arguments: [Argument] {
    [
      Argument(
        name: "shell", summary: "bash, zsh or fish.", completion: .choices(of: CompletionShell.self),
        need: "the name of a shell: bash, zsh or fish")
    ]
  }

  private var shell = CompletionShell.bash

  init() {}

  mutating func take(_ words: [String]) throws(CommandEnd) {
    shell = try GivenOption(name: "the shell", text: words[0]).choice()
  }

  func run() throws(CommandEnd) -> CInt { try Reference.print(shell.script) }
}
