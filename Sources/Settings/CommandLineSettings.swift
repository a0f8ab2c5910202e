package import Engine
package import Providers
package import StatusCore

/// What the command line says of the configuration.
package struct CommandLineSettings: Sendable {
  /// `--config`.
  package var file: String?
  /// The working directory, in which a relative path of the configuration file begins; empty if it is not known.
  package var directory = ""
  /// `--state`, `--menu` and `--resource`, each resource at most once.
  package var sources: [(name: ResourceName, address: SourceAddress)] = []
  /// `--location`.
  package var location: LocationAddress?
  /// `--store`: a folder, or `none`.
  package var store: String?
  /// `--metrics`: a file.
  package var metrics: String?
  /// `--seed`.
  package var seed: UInt64?
  /// `--scenario`.
  package var scenario: ScenarioChoice?
  /// `--clock`.
  package var clock = Configuration.Clock.system

  /// The words that have said all this, for a daemon that is started with the same.
  package var words: [String] = []

  package init() {}

  func absolute(_ path: String) -> String { directory.isEmpty ? path : path.beginning(at: directory) }

  var layer: Layer {
    var layer = Layer()
    layer.resources = sources.map { ($0.name, Setting.source, .source($0.address)) }
    let given = [
      ("location.source", location.map { SettingValue.location($0) }, "--location"),
      ("store.path", store.map { .text(HomePath.expanded($0) ?? $0) }, "--store"),
      ("metrics.path", metrics.map { .text(HomePath.expanded($0) ?? $0) }, "--metrics"),
    ]
    for (key, value, option) in given {
      guard let value, let setting = Setting.ofDaemon.first(where: { $0.key == key }) else { continue }
      layer.daemon.append((setting, value))
      layer.origins.append((key, .option(option)))
    }
    for (name, _) in sources {
      let hasOption = name == .state || name == .menu
      layer.origins.append(("\(name.key).source", .option(hasOption ? "--\(name)" : "--resource")))
    }
    return layer
  }
}
