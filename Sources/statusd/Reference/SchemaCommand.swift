import ArgumentParser
import Jansson
import Reactor
import StatusServer
import Text

/// `statusd schema [NAME]`: prints a part of the contract.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the contract of this version: a file of schema/, or the JSON Schema of a type.",
    discussion: """
      Examples:
        statusd schema > openrpc.json
        statusd schema configuration > configuration.schema.json
        statusd schema Snapshot
      """)

  @Argument(
    help: "openrpc (the default), configuration, scenario, failures, errors, or a type like Snapshot.",
    completion: .list(SchemaFile.allCases.map(\.rawValue)))
  private var name: String = SchemaFile.openrpc.rawValue

  func run() throws {
    // The name of the file is taken as well.
    let stem =
      ["configuration.schema.json", "scenario.schema.json"].contains(name)
      ? String(name.prefix { $0 != "." }) : name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    if let file = SchemaFile(rawValue: stem) {
      var text = String(decoding: file.text, as: UTF8.self)
      if text.hasSuffix("\n") { text.removeLast() }
      return try Reference.print(text)
    }
    guard let type = SchemaFile.type(named: name) else { throw ValidationError(Self.unknown(name)) }
    try Reference.print(type.indented.description)
  }

  private static func unknown(_ name: String) -> String {
    let files = SchemaFile.allCases.map(\.rawValue)
    let advice = name.nearest(in: files + SchemaFile.typeNames).map { "did you mean \($0)?" }
    return
      "there is no schema of that name; \(advice ?? "there are \(files.joined(separator: ", ")), and types like Snapshot")"
  }
}
