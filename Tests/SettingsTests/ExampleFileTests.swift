import Engine
import Foundation
import Providers
import StatusCore
import Testing

@testable import Settings

/// The example file of docs/configuration.md: every line of it says something that arrives.
struct ExampleFileTests {
  private static let variables = ["STATUS_TOKEN": "x"]

  private static func lines() throws -> [String] {
    let url = URL(filePath: #filePath).appending(path: "../../../docs/configuration.md").standardized
    let text = try String(contentsOf: url, encoding: .utf8)
    let example = try #require(text.firstMatch(of: /```toml\n(?<toml>[^`]*)```/)).output.toml
    return example.split(separator: "\n").map(String.init)
  }

  private static func configuration(_ lines: [String]) -> Configuration? {
    try? read(toml: lines.joined(separator: "\n"), variables).configuration
  }

  /// Everything that a file can say, to be compared.
  private static func facts(_ configuration: Configuration?) -> [String] {
    guard let configuration else { return ["wrong"] }
    return [
      "\(configuration.resources)",
      // Headers are not shown as they are.
      "\(configuration.resources.flatMap(\.headers).map { [$0.name, $0.value] })",
      "\(configuration.location)", "\(configuration.store)", "\(configuration.metrics)",
      "\(configuration.limits)", "\(configuration.http)", "\(configuration.bodyValues)",
      "\(configuration.instances)", "\(configuration.shared)",
      "\(configuration.minimumRequestTime)", "\(configuration.recoveryOptions)", "\(configuration.watches)",
    ]
  }

  /// The line with each of its values changed, one at a time.
  private static func variants(of line: String) -> [String] {
    let content = line.split(separator: "#", maxSplits: 1).first.map(String.init) ?? line
    return content.matches(of: /[0-9]+(\.[0-9]+)?|true|false|"[^"]*"/).map { match in
      var other = content
      other.replaceSubrange(match.range, with: changed(String(match.output.0)))
      return other
    }
  }

  private static func changed(_ value: String) -> String {
    switch value {
    case "true": "false"
    case "false": "true"
    case #""none""#: #""/var/lib/statusd""#
    case #""route""#: #""route:other.csv""#
    case #""any""#: #""fleet""#
    case #""serverError""#, #""cannotConnect""#, #""unauthorized""#: #""offline""#
    case #""empty""#: #""unchanged""#
    case "128": "100"
    case _ where value.hasPrefix("\""): String(value.dropLast()) + "x\""
    default: value.contains(".") ? "0.9" : "\((Int(value) ?? 0) + 1)"
    }
  }

  @Test func `every value of every line arrives`() throws {
    let lines = try Self.lines()
    let whole = Self.facts(Self.configuration(lines))
    try #require(whole.count > 1)
    var count = 0
    for (number, line) in lines.enumerated() where line.contains("=") {
      let variants = Self.variants(of: line)
      #expect(!variants.isEmpty, "\(line)")
      for variant in variants {
        var changed = lines
        changed[number] = variant
        let facts = Self.facts(Self.configuration(changed))
        #expect(facts.count > 1 && facts != whole, "\(variant)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test func `every table of it is needed`() throws {
    let lines = try Self.lines()
    let whole = Self.facts(Self.configuration(lines))
    try #require(whole.count > 1)
    for (number, line) in lines.enumerated() where line.hasPrefix("[") {
      var changed = lines
      changed.remove(at: number)
      #expect(Self.facts(Self.configuration(changed)) != whole, "\(line)")
    }
  }
}
