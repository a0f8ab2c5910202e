import Providers
import StatusCore
import TestSupport

@testable import Settings

/// Values for a key, to write configurations that differ in nothing else.
extension TableRow {
  /// Two that are not its default, as TOML.
  var others: [String?] {
    let all = values.filter { $0 != writtenStandard }
    return Array(all.prefix(2))
  }

  /// The default as TOML; nil for none, and for what cannot be written.
  var writtenStandard: String? {
    switch standard {
    case .seconds(let duration): duration.seconds.plain
    case .integer(let number): "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    case .text(let text): text.isEmpty ? nil : Self.quoted(text)
    case .source(let address): Self.quoted("\(address)")
    case .location(let address): Self.quoted("\(address)")
    case .headers, .recoveryOptions, .statuses, .kinds, .command, .template, .classRules, .variables, nil: nil
    }
  }

  private var values: [String] {
    switch form {
    case .seconds(let range): [range.lowerBound.plain, range.upperBound.plain, (range.upperBound - 1).plain]
    case .integer(let range, _): ["\(range.lowerBound)", "\(range.upperBound)", "\(range.upperBound - 1)"]
    case .boolean: ["true", "false"]
    case .choice(let words): words.map(Self.quoted)
    case .source: ["file:/a", "file:/b"].map(Self.quoted)
    case .locationSource: ["gpsd://a", "gpsd://b"].map(Self.quoted)
    case .path, .storePath, .pointer: ["/a", "/b"].map(Self.quoted)
    case .title: ["A", "B"].map(Self.quoted)
    case .command: ["a b", "a c"].map(Self.quoted)
    case .template: ["{age}", "{value}"].map(Self.quoted)
    case .headers: ["{ A = \"a\" }", "{ A = \"b\" }"]
    case .recoveryOptions: ["{ a = { title = \"A\" } }", "{ a = { title = \"B\" } }"]
    case .statuses: ["{ 404 = \"empty\" }", "{ 404 = \"ok\" }"]
    case .kinds: FailureKind.allCases.prefix(2).map { "[\"\($0.rawValue)\"]" }
    case .classRules: ["[\"a:/a\"]", "[\"b:/a\"]"]
    case .variables: ["[\"A\"]", "[\"B\"]"]
    }
  }

  /// A configuration that has the key with that value, or without it, beside what it cannot be without.
  func toml(holding value: String?) -> String {
    let place =
      key == "resources.NAME.source"
      ? "resources.state.source" : key.replacing("resources.NAME.", with: "resources.x.")
    guard let value else { return base.joined(separator: "\n") }
    return (base + partner + ["\(place) = \(value)"]).joined(separator: "\n")
  }

  private var base: [String] {
    switch key {
    case "recoveryOptions.NAME.title", "resources.NAME.source": []
    case "recoveryOptions.NAME.timeout":
      ["recoveryOptions.NAME.title = \"T\"", "recoveryOptions.NAME.command = \"c\""]
    case _ where key.hasPrefix("recoveryOptions.NAME."): ["recoveryOptions.NAME.title = \"T\""]
    case _ where key.hasPrefix("resources.NAME."): ["resources.x.source = \"demo\""]
    default: []
    }
  }

  /// What is of no use without the key, and the key without it.
  private var partner: [String] {
    switch key {
    case "resources.NAME.certificate": ["resources.x.key = \"/k\""]
    case "resources.NAME.key": ["resources.x.certificate = \"/c\""]
    default: []
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
