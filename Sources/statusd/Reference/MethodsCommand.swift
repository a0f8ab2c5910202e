import Glibc
import Jansson
import StatusServer

/// `statusd methods`: lists the methods.
struct MethodsCommand: Command {
  static let name = "methods"
  static let abstract = "List the methods of call and of a session, with their params."
  static let discussion = """
    Params in brackets may be left out. statusd schema prints the types of params and results.

    Examples:
      statusd methods
      statusd methods --json | jq -r '.[].name'
    """

  static var options: [OptionGroup<MethodsCommand>] {
    [OptionGroup(options: [Option(flag: "--json", "Print JSON on one line.") { $0.isJSON = true }])]
  }

  private var isJSON = false

  init() {}

  func run() throws(CommandEnd) -> CInt {
    let methods = MethodDescription.all
    guard !isJSON else { return try Reference.print(JSONText { $0.methods(methods) }.description) }
    let terminal = Terminal(STDOUT_FILENO)
    let texts = methods.map { method in
      let name = terminal.style.heading(method.name) + method.description.dropFirst(method.name.count)
      let summary = method.summary + (method.isForCall ? "" : " For sessions alone.")
      return name + "\n  " + WordWrap.lines(summary, columns: terminal.columns, first: 2, indent: 2)
    }
    return try Reference.print(texts.joined(separator: "\n"))
  }
}
