import Engine
import Providers
import StatusCore

@testable import Settings

/// A key as the documentation and the schema show it, whatever it belongs to.
struct TableRow: Sendable {
  /// With `NAME` for the name of a resource.
  let key: String
  let form: SettingForm
  let summary: String
  /// nil for none.
  let standard: SettingValue?

  static let ofDaemon = Setting.ofDaemon.map { TableRow($0, in: "", Configuration()) }
  static let ofResources = Setting.ofResources.map {
    TableRow($0, in: "resources.NAME.", Configuration.Resource(name: .init(rawValue: "x"), shape: .any))
  }
  static let ofRecoveryOptions = Setting.ofRecoveryOptions.map {
    TableRow($0, in: "recoveryOptions.NAME.", Configuration.RecoveryOption(name: "x"))
  }
  static let ofWatch = Setting.ofWatch.map {
    TableRow($0, in: "watch.NAME.", Configuration.Watch(name: "x"))
  }
  static let all = ofDaemon + ofResources + ofRecoveryOptions + ofWatch

  private init<Root>(_ setting: Setting<Root>, in prefix: String, _ root: Root) {
    key = prefix + setting.key
    form = setting.form
    summary = setting.summary
    standard = setting.current(root)
  }
}

extension TableRow {
  /// What the documentation says of it, as a row of a table in Markdown.
  var markdown: String {
    "| `\(key)` | \(type) | \(shownStandard) | \(range) | \(summary.replacing("|", with: "\\|")) |"
  }

  private var type: String {
    switch form {
    case .seconds: "number, seconds"
    case .integer(_, .bytes): "integer, bytes"
    case .integer(_, .count): "integer"
    case .boolean: "boolean"
    case .headers, .statuses: "table of strings"
    case .recoveryOptions: "table of tables"
    case .kinds, .classRules, .variables: "array of strings"
    case .choice, .source, .locationSource, .path, .storePath, .pointer, .title, .command, .template: "string"
    }
  }

  private var range: String {
    switch form {
    case .seconds(let range): "\(range.lowerBound.plain) to \(range.upperBound.plain)"
    case .integer(let range, _): "\(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .title: "1 to \(SettingForm.longestTitle) characters"
    default: ""
    }
  }

  private var shownStandard: String {
    switch standard {
    case .seconds(let duration): duration.seconds.plain
    case .integer(let number): "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    // A title must be given.
    case .text(let text): text.isEmpty ? "" : "`\(text)`"
    case .location(let address): "`\(address.description)`"
    // A resource beside `state` and `menu` has none.
    case .source: "`demo`, for `state` and `menu`"
    case .headers, .recoveryOptions, .statuses, .kinds, .command, .template, .classRules, .variables, nil:
      "none"
    }
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
