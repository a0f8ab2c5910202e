import Jansson
import Reactor
import StatusServer
import Text

/// `statusd schema [NAME]`: prints a part of the contract.
struct SchemaCommand: Command {
  static let name = "schema"
  static let abstract = "Print the contract of this version: a file of schema/, or the JSON Schema of a type."
  static let discussion = """
    Examples:
      statusd schema > openrpc.json
      statusd schema configuration > configuration.schema.json
      statusd schema Snapshot
    """

  static var arguments: [Argument] {
    [
      Argument(
        name: "name",
        summary: "openrpc (the default), configuration, scenario, failures, errors, or a type like Snapshot.",
        completion: .choices(of: SchemaFile.self))
    ]
  }

  private var schema = SchemaFile.openrpc.rawValue

  init() {}

  mutating func take(_ words: [String]) {
    if let word = words.first { schema = word }
  }

  func run() throws(CommandEnd) -> CInt {
    // The name of the file is taken as well.
    let stem =
      ["configuration.schema.json", "scenario.schema.json"].contains(schema)
      ? String(schema.prefix { $0 != "." })
      : schema.ends(with: ".json") ? String(schema.dropLast(5)) : schema
    if let file = SchemaFile(rawValue: stem) {
      var text = String(decoding: file.text, as: UTF8.self)
      if text.hasSuffix("\n") { text.removeLast() }
      return try Reference.print(text)
    }
    guard let type = SchemaFile.type(named: schema) else { throw .mistake(Self.unknown(schema)) }
    return try Reference.print(type.indented.description)
  }

  private static func unknown(_ name: String) -> String {
    let files = SchemaFile.allCases.map(\.rawValue)
    let advice = name.nearest(in: files + SchemaFile.typeNames).map { "did you mean \($0)?" }
    return
      "there is no schema of that name; \(advice ?? "there are \(files.joined(separator: ", ")), and types like Snapshot")"
  }
}
