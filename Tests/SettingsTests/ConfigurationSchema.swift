import Providers

@testable import Settings

/// The JSON Schema of the configuration, made of the reader's tables.
enum ConfigurationSchema {
  static var text: String {
    OrderedJSON.object([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("$id", "https://statusd.example/schema/configuration.schema.json"),
      ("title", "Configuration"),
      ("description", "The configuration of statusd, TOML or JSON. docs/configuration.md explains it."),
      ("type", "object"),
      (
        "properties",
        .object(
          properties(TableRow.ofDaemon.map { ($0.key, $0) }) + [("resources", resources), ("watch", watches)])
      ),
      ("additionalProperties", false),
      ("$defs", .object([("resource", resource), ("recoveryOption", recoveryOption), ("watch", watch)])),
    ]).text() + "\n"
  }

  private static let resources = OrderedJSON.object([
    (
      "description",
      "The resources by their names. `state` and `menu` are always there; any other needs a source."
    ),
    ("type", "object"),
    (
      "propertyNames",
      .object([("pattern", "^[A-Za-z0-9_-]{1,64}$"), ("not", .object([("const", "location")]))])
    ),
    ("additionalProperties", .object([("$ref", "#/$defs/resource")])),
  ])

  private static let watches = OrderedJSON.object([
    ("description", "How `statusd watch` shows resources, by their names, and `location`."),
    ("type", "object"), ("propertyNames", .object([("pattern", "^[A-Za-z0-9_-]{1,64}$")])),
    ("additionalProperties", .object([("$ref", "#/$defs/watch")])),
  ])

  private static var watch: OrderedJSON {
    table(TableRow.ofWatch.map { (String($0.key.trimmingPrefix("watch.NAME.")), $0) })
  }

  private static var resource: OrderedJSON {
    table(TableRow.ofResources.map { (String($0.key.trimmingPrefix("resources.NAME.")), $0) })
  }

  private static var recoveryOption: OrderedJSON {
    let rows = TableRow.ofRecoveryOptions.map { (String($0.key.trimmingPrefix("recoveryOptions.NAME.")), $0) }
    return .object([
      ("type", "object"), ("properties", .object(properties(rows))), ("required", .array(["title"])),
      ("dependentRequired", .object([("timeout", .array(["command"]))])), ("additionalProperties", false),
    ])
  }

  private static func table(_ rows: [(String, TableRow)]) -> OrderedJSON {
    .object([("type", "object"), ("properties", .object(properties(rows))), ("additionalProperties", false)])
  }

  /// The members for keys with dots, one object for each table.
  private static func properties(_ rows: [(String, TableRow)]) -> [(String, OrderedJSON)] {
    var members: [(String, OrderedJSON)] = []
    for (key, row) in rows where !key.contains(".") { members.append((key, property(row))) }
    var tables: [(name: String, rows: [(String, TableRow)])] = []
    for (key, row) in rows {
      guard let dot = key.firstIndex(of: ".") else { continue }
      let (name, rest) = (String(key[..<dot]), String(key[key.index(after: dot)...]))
      if tables.last?.name != name { tables.append((name, [])) }
      tables[tables.endIndex - 1].rows.append((rest, row))
    }
    return members + tables.map { ($0.name, table($0.rows)) }
  }

  private static func property(_ row: TableRow) -> OrderedJSON {
    var members = [("description", .string(row.summary))] + form(row.form)
    if let standard = standard(of: row) { members.append(("default", standard)) }
    return .object(members)
  }

  private static func standard(of row: TableRow) -> OrderedJSON? {
    switch row.standard {
    case .seconds(let duration): .number(duration.seconds)
    case .integer(let number): .number(Double(number))
    case .boolean(let isTrue): .boolean(isTrue)
    case .text(let text): text.isEmpty ? nil : .string(text)
    case .location(let address): .string(address.description)
    case .source, .headers, .recoveryOptions, .statuses, .kinds, .command, .template, .classRules,
      .variables, nil:
      nil
    }
  }
}
