import Engine
import Foundation
import StatusCore
import Testing

@testable import Settings

/// The tables of keys, and what else tells of the same keys.
struct SettingsTableTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  @Test func `the schema of the configuration says what the reader takes`() throws {
    try expect(ConfigurationSchema.text, in: "schema/configuration.schema.json")
  }

  @Test func `the documentation says what the reader takes`() throws {
    let file = "docs/configuration.md"
    var text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
    for (table, rows) in [
      ("daemon", TableRow.ofDaemon), ("resources", TableRow.ofResources),
      ("recoveryOptions", TableRow.ofRecoveryOptions), ("watch", TableRow.ofWatch),
    ] {
      let start = try #require(text.range(of: "<!-- keys: \(table) -->\n"))
      let end = try #require(text.range(of: "<!-- end -->", range: start.upperBound..<text.endIndex))
      let head = "| key | type | default | range | |\n|---|---|---|---|---|\n"
      text.replaceSubrange(
        start.upperBound..<end.lowerBound, with: head + rows.map { $0.markdown + "\n" }.joined())
    }
    try expect(text, in: file)
  }

  @Test func `the documentation says of every key when its change takes effect`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "docs/configuration.md"), encoding: .utf8)
    let start = try #require(text.range(of: "<!-- effects -->\n"))
    let end = try #require(text.range(of: "<!-- end -->", range: start.upperBound..<text.endIndex))
    let table = text[start.upperBound..<end.lowerBound]
    let rows = table.matches(of: /\| `(?<key>[^`]+)` \| (?<effect>[^|]+) \|/)
    let keys = (TableRow.ofDaemon + TableRow.ofResources).map(\.key)
    #expect(rows.map { String($0.key) }.sorted() == keys.sorted())
    let effects = Set(rows.map { String($0.effect) })
    #expect(effects == ["at once", "at the next poll or call", "after a restart"])
  }

  @Test func `the example of the documentation is right and has every key`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "docs/configuration.md"), encoding: .utf8)
    let example = try #require(text.firstMatch(of: /```toml\n(?<toml>[^`]*)```/)).output.toml
    #expect(problem(toml: String(example), ["STATUS_TOKEN": "x"]) == nil)
    for key in TableRow.all.compactMap({ $0.key.split(separator: ".").last }) {
      let isTable = key == "recoveryOptions"
      #expect(example.contains(isTable ? "\(key)." : "\(key) ="), "\(key)")
    }
  }

  /// Compares a file with what it should be; RECORD=1 rewrites it, and fails.
  private func expect(_ text: some StringProtocol, in file: String) throws {
    let url = Self.root.appending(path: file)
    let found = try? String(contentsOf: url, encoding: .utf8)
    guard found != String(text) else { return }
    Issue.record("\(file) differs from the tables of Sources/Settings/Table; RECORD=1 rewrites it")
    if ProcessInfo.processInfo.environment["RECORD"] != nil { try Data(text.utf8).write(to: url) }
  }

  @Test func `every key is there once, and has a sentence`() {
    let keys = TableRow.all.map(\.key)
    #expect(Set(keys).count == keys.count)
    for row in TableRow.all { #expect(row.summary.hasSuffix("."), "\(row.key)") }
  }

  @Test func `every default is within its range`() {
    for row in TableRow.all {
      switch (row.form, row.standard) {
      case (.seconds(let range), .seconds(let duration)):
        #expect(range.contains(duration.seconds), "\(row.key)")
      case (.integer(let range, _), .integer(let number)): #expect(range.contains(number), "\(row.key)")
      default: break
      }
    }
  }
}
