package import Engine
package import Providers
package import StatusCore

/// What the command line says of the configuration.
package struct CommandLineSettings: Sendable {
  /// `--config`.
  package var file: String?
  /// `--state`, `--menu` and `--resource`, each resource at most once.
  package var sources: [(name: ResourceName, address: SourceAddress)] = []
  /// `--location`.
  package var location: LocationAddress?
  /// `--seed`.
  package var seed: UInt64?
  /// `--scenario`.
  package var scenario: ScenarioChoice?
  /// `--clock`.
  package var clock = Configuration.Clock.system

  package init() {}

  var layer: Layer {
    var layer = Layer()
    layer.resources = sources.map { ($0.name, Setting.ofResources[0], .source($0.address)) }
    if let location, let setting = Setting.ofDaemon.first(where: { $0.key == "location.source" }) {
      layer.daemon = [(setting, .location(location))]
    }
    return layer
  }
}
