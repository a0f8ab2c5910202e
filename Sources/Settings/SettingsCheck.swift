import Engine
import Providers
import StatusCore
import Text

/// What no key can say by itself: whether those that belong together fit.
enum SettingsCheck {
  static func problems(of configuration: Configuration, _ layers: Layers) -> ConfigurationProblems {
    var problems = ConfigurationProblems()
    if let file = layers.file { requireSources(layers, in: file, &problems) }
    refusePolling(of: configuration, layers, &problems)
    requireWholeCertificates(of: configuration, layers, &problems)
    requireInterval(of: configuration, layers, &problems)
    refusePointers(of: configuration, layers, &problems)
    return problems
  }

  /// What may be meant, and probably is not: another command line may have the resource.
  static func notices(of configuration: Configuration) -> [String] {
    guard !configuration.watches.isEmpty else { return [] }
    let known = configuration.resources.map(\.name.rawValue) + [ResourceName.location.rawValue]
    return configuration.watches.filter { !known.contains($0.name) }.prefix(ConfigurationProblems.most).map {
      let advice = $0.name.nearest(in: known).map { "; did you mean watch.\($0)?" } ?? ""
      return "watch.\($0.name) names no resource\(advice)"
    }
  }

  /// Only `state` and `menu` have a source if nothing is said.
  private static func requireSources(
    _ layers: Layers, in file: ConfigurationFile, _ problems: inout ConfigurationProblems
  ) {
    let all = layers.all.flatMap(\.resources)
    var complete = Set(all.filter { $0.setting.form == .source }.map(\.name)).union([.state, .menu])
    complete.formUnion(layers.ofFile.wrongSources)
    for name in layers.ofFile.tables + all.map(\.name) where complete.insert(name).inserted {
      let nearest = name.rawValue.nearest(in: ["state", "menu"])
      let advice = nearest.map { "; did you mean resources.\($0)?" } ?? ""
      problems.add(ConfigurationProblem(.file(file.path), key: "\(name.key).source", "is missing\(advice)"))
    }
  }

  /// A route may move ten times a second, but nothing is fetched as often.
  private static func requireInterval(
    of configuration: Configuration, _ layers: Layers, _ problems: inout ConfigurationProblems
  ) {
    let (location, key) = (configuration.location, "location.interval")
    guard location.source.isFetched, location.interval < .seconds(1) else { return }
    let isVariable = layers.ofEnvironment.daemon.contains { $0.setting.key == key }
    problems.add(
      ConfigurationProblem(
        isVariable ? .environment(EnvironmentLayer.variable(of: key)) : .file(layers.file?.path ?? ""),
        key: key, "must be at least 1 second where the location is fetched"))
  }

  /// A certificate is of no use without its key.
  private static func requireWholeCertificates(
    of configuration: Configuration, _ layers: Layers, _ problems: inout ConfigurationProblems
  ) {
    for resource in configuration.resources where (resource.certificate == nil) != (resource.key == nil) {
      let (missing, present) = resource.key == nil ? ("key", "certificate") : ("certificate", "key")
      let isVariable = layers.ofEnvironment.resources.contains {
        $0.name == resource.name && $0.setting.key == present
      }
      let place: ConfigurationProblem.Place =
        isVariable
        ? .environment(EnvironmentLayer.variable(of: "\(resource.name.key).\(present)"))
        : .file(layers.file?.path ?? "")
      problems.add(
        ConfigurationProblem(place, key: "\(resource.name.key).\(missing)", "is missing beside \(present)"))
    }
  }

  /// Text has no parts.
  private static func refusePointers(
    of configuration: Configuration, _ layers: Layers, _ problems: inout ConfigurationProblems
  ) {
    for resource in configuration.resources where resource.shape.isText && !resource.pointer.isEmpty {
      let key = "\(resource.name.key).pointer"
      let isVariable = layers.ofEnvironment.resources.contains {
        $0.name == resource.name && $0.setting.key == "pointer"
      }
      problems.add(
        ConfigurationProblem(
          isVariable
            ? .environment(EnvironmentLayer.variable(of: key)) : .file(layers.file?.path ?? ""),
          key: key, "means something only where the source gives JSON, and the shape is \(resource.shape)"))
    }
  }

  /// At the start a parameterised resource has no instance that could be polled.
  private static func refusePolling(
    of configuration: Configuration, _ layers: Layers, _ problems: inout ConfigurationProblems
  ) {
    for resource in configuration.resources where resource.policy.polling.isEnabled {
      guard case .template = resource.source else { continue }
      let key = "\(resource.name.key).autoPolling.enabled"
      let isVariable = layers.ofEnvironment.resources.contains {
        $0.name == resource.name && $0.setting.key == "autoPolling.enabled"
      }
      problems.add(
        ConfigurationProblem(
          isVariable
            ? .environment(EnvironmentLayer.variable(of: key)) : .file(layers.file?.path ?? ""),
          key: key,
          "must be false: the source has parameters, and setAutoPolling switches it on for their values"))
    }
  }
}
