/// `statusd manual`: prints the man page.
struct ManualCommand: Command {
  static let name = "manual"
  static let abstract = "Print the man page, made of the same texts as --help."
  static let discussion = """
    Examples:
      statusd manual | man -l -
      statusd manual > ~/.local/share/man/man1/statusd.1
    """

  func run() throws(CommandEnd) -> CInt { try Reference.print(ManualPage().text) }
}
