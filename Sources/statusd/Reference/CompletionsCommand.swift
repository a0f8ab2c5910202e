import ArgumentParser
import Text

/// `statusd completions SHELL`: prints what makes a shell complete commands and options.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completions for a shell.",
    discussion: """
      Examples:
        source <(statusd completions bash)
        statusd completions zsh > ~/.zfunc/_statusd
        statusd completions fish > ~/.config/fish/completions/statusd.fish
      """)

  private static let shells = CompletionShell.allCases.map(\.rawValue).sorted()

  @Argument(help: "bash, zsh or fish.", completion: .list(shells))
  private var shell: String

  func run() throws {
    guard let known = CompletionShell(rawValue: shell) else {
      let advice = shell.nearest(in: Self.shells).map { "; did you mean \($0)?" } ?? ""
      throw ValidationError("the shell must be one of \(Self.shells.joined(separator: ", "))\(advice)")
    }
    try Reference.print(CompletionRoot.completionScript(for: known))
  }
}
