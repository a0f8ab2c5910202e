import ArgumentParser

/// `statusd manual`: prints the man page.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print the man page, made of the same texts as --help.",
    discussion: """
      Examples:
        statusd manual | man -l -
        statusd manual > ~/.local/share/man/man1/statusd.1
      """)

  func run() throws {
    try Reference.print(ManualPage().text)
  }
}
