import Engine
import Providers
import StatusCore
import Text

/// Every key of the configuration with its value and its origin.
package struct SettingsListing: Sendable {
  package struct Entry: Hashable, Sendable {
    /// The table that the key is listed in, as names one below the other: `resources`, `state`.
    package let table: [String]
    /// The key below that table: `retry`, `attempts`.
    package let path: [String]
    package let value: ShownValue
    package let origin: SettingOrigin
  }

  /// Those of a table stand together, and first the keys without one.
  package private(set) var entries: [Entry] = []
  private let origins: [String: SettingOrigin]
  /// What stands in the file for keys with variables in them that are not set.
  private let templates: [String: String]

  init(_ configuration: Configuration, _ layers: Layers) {
    origins = Dictionary(layers.all.flatMap(\.origins).map { ($0.key, $0.origin) }) { $1 }
    // `resources`, the resource, `headers`, the header.
    let headers = layers.ofFile.headerTemplates.map {
      (path: $0.key.parts(between: ".", most: 3).map(String.init), template: $0.text)
    }
    let byResource = Dictionary(grouping: headers) { $0.path[1] }
    templates = Dictionary(
      layers.missing.compactMap { missing in missing.template.map { (missing.problem.key ?? "", $0) } }
    ) { $1 }
    add(Setting.ofDaemon, of: configuration)
    add(configuration.recoveryOptions, in: [])
    for resource in configuration.resources {
      let table = ["resources", resource.name.rawValue]
      add(Setting.ofResources, of: resource, in: table)
      for (path, template) in byResource[resource.name.rawValue] ?? [] {
        add(.string(StringTemplate.masked(template)), at: Array(path[2...]), in: table)
      }
      for (statuses, meaning) in resource.statuses.entries {
        add(.string(meaning.name), at: ["statuses", statuses.name], in: table)
      }
      add(resource.recoveryOptions, in: table)
    }
    for watch in configuration.watches { add(Setting.ofWatch, of: watch, in: ["watch", watch.name]) }
  }

  private mutating func add<Root>(
    _ settings: [Setting<Root>], of root: Root, at path: [String] = [], in table: [String] = []
  ) {
    for setting in settings {
      let key = (table + path + setting.path).joined(separator: ".")
      let template = templates[key].map { ShownValue.string(StringTemplate.masked($0)) }
      guard let value = template ?? setting.current(root).flatMap({ ShownValue($0) }) else { continue }
      add(value, at: path + setting.path, in: table)
    }
  }

  private mutating func add(_ options: [Configuration.RecoveryOption], in table: [String]) {
    for option in options {
      add(Setting.ofRecoveryOptions, of: option, at: ["recoveryOptions", option.name], in: table)
    }
  }

  private mutating func add(_ value: ShownValue, at path: [String], in table: [String]) {
    let key = (table + path).joined(separator: ".")
    entries.append(Entry(table: table, path: path, value: value, origin: origins[key] ?? .standard))
  }
}
