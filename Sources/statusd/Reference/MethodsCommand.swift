import ArgumentParser
import Glibc
import Jansson
import StatusServer

/// `statusd methods`: lists the methods.
struct MethodsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "methods",
    abstract: "List the methods of call and of a session, with their params.",
    discussion: """
      Params in brackets may be left out. statusd schema prints the types of params and results.

      Examples:
        statusd methods
        statusd methods --json | jq -r '.[].name'
      """)

  @Flag(help: "Print JSON on one line.")
  private var json = false

  func run() throws {
    let methods = MethodDescription.all
    guard !json else { return try Reference.print(JSONText { $0.methods(methods) }.description) }
    let terminal = Terminal(STDOUT_FILENO)
    let texts = methods.map { method in
      let name = terminal.style.heading(method.name) + method.description.dropFirst(method.name.count)
      let summary = method.summary + (method.isForCall ? "" : " For sessions alone.")
      return name + "\n  " + WordWrap.lines(summary, columns: terminal.columns, first: 2, indent: 2)
    }
    try Reference.print(texts.joined(separator: "\n"))
  }
}
