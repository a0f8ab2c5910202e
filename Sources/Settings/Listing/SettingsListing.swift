import Engine
import Providers
import StatusCore

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

  init(_ configuration: Configuration, _ layers: Layers) {
    origins = Dictionary(layers.all.flatMap(\.origins).map { ($0.key, $0.origin) }) { $1 }
    let templates = Dictionary(layers.ofFile.headerTemplates.map { ($0.key, $0.text) }) { $1 }
    add(Setting.ofDaemon, of: configuration)
    add(configuration.recoveryOptions, in: [])
    for resource in configuration.resources {
      let table = ["resources", resource.name.rawValue]
      add(Setting.ofResources, of: resource, in: table)
      for header in resource.headers {
        let path = ["headers", header.name]
        let template = templates[(table + path).joined(separator: ".")] ?? ""
        add(.string(StringTemplate.masked(template)), at: path, in: table)
      }
      add(resource.recoveryOptions, in: table)
    }
  }

  private mutating func add<Root>(
    _ settings: [Setting<Root>], of root: Root, at path: [String] = [], in table: [String] = []
  ) {
    for setting in settings {
      guard let current = setting.current(root), let value = ShownValue(current) else { continue }
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
