import Engine
import Providers
import StatusCore
import Testing

@testable import Settings

/// Every key gets where it belongs, from every place that can say it.
struct RoundTripTests {
  @Test(arguments: TableRow.ofDaemon + TableRow.ofResources)
  func `a key is read from TOML, from JSON and from the environment`(row: TableRow) throws {
    let key = row.key.replacing("NAME", with: "x")
    for sample in samples(of: row.form) {
      let given = try [
        read(toml: "\(row.form == .source ? "" : demo(beside: key))\(key) = \(sample.toml)"),
        read(json: nested(key, sample.json)),
        read(
          toml: demo(beside: key),
          sample.variable.map { [EnvironmentLayer.variable(of: key): $0] } ?? [:]),
      ].prefix(sample.variable == nil ? 2 : 3)
      for settings in given { #expect(value(of: row.key, in: settings) == sample.value, "\(sample)") }
    }
  }

  /// A source, and what else has to stand beside a key.
  private func demo(beside key: String) -> String {
    let other = companion(of: key).map { "resources.x.\($0) = '/b'\n" } ?? ""
    return "resources.x.source = 'demo'\n" + other
  }

  /// A certificate and its key belong together.
  private func companion(of key: String) -> String? {
    switch key {
    case "resources.x.certificate": "key"
    case "resources.x.key": "certificate"
    default: nil
    }
  }

  private struct Sample {
    let toml: String
    let json: String
    /// nil for what the environment cannot say.
    let variable: String?
    let value: SettingValue

    init(_ text: String, _ value: SettingValue) {
      (toml, json, variable) = (text, text, text)
      self.value = value
    }

    init(text: String, _ value: SettingValue) {
      (toml, json, variable) = ("'\(text)'", "\"\(text)\"", text)
      self.value = value
    }

    init(toml: String, json: String, _ value: SettingValue) {
      (self.toml, self.json, variable) = (toml, json, nil)
      self.value = value
    }
  }

  /// The ends of a range are in it.
  private func samples(of form: SettingForm) -> [Sample] {
    switch form {
    case .seconds(let range):
      [range.lowerBound, range.upperBound, 1, 1.25].map { Sample($0.plain, .seconds(.seconds($0))) }
    case .integer(let range, _): [range.lowerBound, range.upperBound].map { Sample("\($0)", .integer($0)) }
    case .boolean: [Sample("true", .boolean(true)), Sample("false", .boolean(false))]
    case .choice(let words): words.map { Sample(text: $0, .text($0)) }
    case .source: [Sample(text: "file:/a", .source(.file("/a")))]
    case .storePath: [Sample(text: "/a b", .text("/a b")), Sample(text: "none", .text("none"))]
    case .path: [Sample(text: "/a b", .text("/a b"))]
    case .headers:
      [Sample(toml: "{ X = 'a' }", json: #"{"X": "a"}"#, .headers([HTTPHeader(name: "X", value: "a")]))]
    case .locationSource:
      [
        Sample(text: "route:/a b", .location(.routeFile("/a b"))),
        Sample(text: "gpsd://[::1]:3000", .location(.gpsd(host: "::1", port: 3000))),
        Sample(text: "file:/a b", .location(.file("/a b"))),
      ]
    case .recoveryOptions:
      [
        Sample(
          toml: "{ a = { title = 'A' } }", json: #"{"a": {"title": "A"}}"#, .recoveryOptions([Self.option]))
      ]
    case .pointer: [Sample(text: "/a~1b/0", .text("/a~1b/0"))]
    case .statuses:
      [
        Sample(
          toml: "{ 404 = 'empty', 5xx = 'notFound' }", json: #"{"404": "empty", "5xx": "notFound"}"#,
          .statuses(Self.statuses))
      ]
    case .variables:
      [Sample(toml: "['LANG', 'A_1']", json: #"["LANG", "A_1"]"#, .variables(["LANG", "A_1"]))]
    // They stand within the table of an option, or of a watch.
    case .title, .kinds, .command, .template, .classRules: []
    }
  }

  private static var statuses: StatusTable {
    var statuses = StatusTable()
    statuses.set(.one(404), .empty)
    statuses.set(.all(5), .failure(.notFound))
    return statuses
  }

  private static var option: Configuration.RecoveryOption {
    var option = Configuration.RecoveryOption(name: "a")
    option.title = "A"
    return option
  }

  private func value(of key: String, in settings: ReadSettings) -> SettingValue? {
    if key == "recoveryOptions" { return .recoveryOptions(settings.configuration.recoveryOptions) }
    if let setting = Setting.ofDaemon.first(where: { $0.key == key }) {
      return setting.current(settings.configuration)
    }
    guard let resource = settings.resource("x") else { return nil }
    if key.hasSuffix(".recoveryOptions") { return .recoveryOptions(resource.recoveryOptions) }
    if key.hasSuffix(".headers") { return .headers(resource.headers) }
    if key.hasSuffix(".statuses") { return .statuses(resource.statuses) }
    return Setting.ofResources.first { "resources.NAME.\($0.key)" == key }?.current(resource)
  }

  /// A document with one more key beside the source of `x`.
  private func nested(_ key: String, _ value: String) -> String {
    let names = key.split(separator: ".").map(String.init)
    guard names.first == "resources" else {
      return names.reversed().reduce(value) { "{\"\($1)\": \($0)}" }.replacing(
        /^\{/, with: "{\"resources\": {\"x\": {\"source\": \"demo\"}}, ")
    }
    let rest = names.dropFirst(2).reversed().reduce(value) { "{\"\($1)\": \($0)}" }.dropFirst().dropLast()
    let other = companion(of: key).map { "\"\($0)\": \"/b\", " } ?? ""
    let demo = key.hasSuffix(".source") ? "" : "\"source\": \"demo\", \(other)"
    return "{\"resources\": {\"x\": {\(demo)\(rest)}}}"
  }
}
