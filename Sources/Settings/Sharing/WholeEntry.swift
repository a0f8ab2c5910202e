import Engine
import Providers
import StatusCore

/// A key of the effective configuration with all that it holds, secrets included: for the digest by which clients find
/// the daemon of their configuration.
package struct WholeEntry: Hashable, Sendable {
  /// With its dots: `resources.state.timeout`.
  package let key: String
  /// What it holds, as fields that are never empty for a value that is there.
  package let fields: [String]
  /// Whether it may be shown.
  package let isPublic: Bool

  package init(_ key: String, _ fields: [String], isPublic: Bool = true) {
    (self.key, self.fields, self.isPublic) = (key, fields, isPublic)
  }
}

extension WholeEntry {
  /// Every key that does not hold its default, in the order of the tables, and the source of every resource; the seed
  /// and the scenario are options, and count too.
  ///
  /// Defaults are those of a version, which is part of the identity. To make a table costs more than all else that
  /// `connect` does, so it is read only where a key of it was given.
  ///
  /// - Parameter layers: What the configuration was made from.
  static func all(
    of configuration: Configuration, _ layers: Layers, _ commandLine: CommandLineSettings
  ) -> [WholeEntry] {
    var entries: [WholeEntry] = []
    // What no place says of the daemon is the default.
    if layers.all.contains(where: { !$0.daemon.isEmpty }) {
      entries = changed(Setting.ofDaemon, of: configuration, from: Configuration(), below: [])
    }
    entries += configuration.recoveryOptions.flatMap { options($0, below: []) }
    for resource in configuration.resources { entries += all(of: resource) }
    for watch in configuration.watches {
      entries += self.entries(Setting.ofWatch, of: watch, below: ["watch", watch.name])
    }
    entries += layers.missing.filter { !$0.isFile }.flatMap { all(of: $0) }.sorted { $0.key < $1.key }
    if let seed = commandLine.seed { entries.append(WholeEntry("--seed", ["\(seed)"])) }
    if let scenario = configuration.scenario {
      entries.append(WholeEntry("--scenario", fields(of: scenario)))
    }
    return entries
  }

  private static func all(of resource: Configuration.Resource) -> [WholeEntry] {
    let source = resource.source
    let key = resource.name.key
    var entries = [WholeEntry("\(key).source", source.wholeFields, isPublic: source.isPublic)]
    var plain = Configuration.Resource.standard(named: resource.name)
    plain.source = source
    // As most are that are no more than a source.
    guard resource != plain else { return entries }
    let table = ["resources", resource.name.rawValue]
    entries += changed(Setting.ofResources, of: resource, from: plain, below: table)
    for header in resource.headers {
      entries.append(WholeEntry("\(key).headers.\(header.name)", [header.value], isPublic: false))
    }
    for header in resource.fileHeaders {
      entries.append(WholeEntry("\(key).headers.\(header.name)", header.identityFields, isPublic: false))
    }
    for (statuses, meaning) in resource.statuses.entries {
      entries.append(WholeEntry("\(key).statuses.\(statuses.name)", [meaning.name]))
    }
    return entries + resource.recoveryOptions.flatMap { options($0, below: table) }
  }

  /// What a key needs that is not there, and the words that need it, which may hold a secret.
  ///
  /// The value does not tell one variable from another: what stands for each of them is the same.
  private static func all(of missing: MissingValue) -> [WholeEntry] {
    let key = missing.problem.key ?? ""
    return [
      WholeEntry("\(key) lacks", [missing.problem.message]),
      WholeEntry("\(key) as written", [missing.text], isPublic: false),
    ]
  }

  private static func options(_ option: Configuration.RecoveryOption, below table: [String]) -> [WholeEntry] {
    entries(Setting.ofRecoveryOptions, of: option, below: table + ["recoveryOptions", option.name])
  }

  private static func entries<Root>(
    _ settings: [Setting<Root>], of root: Root, below table: [String]
  ) -> [WholeEntry] {
    settings.compactMap { setting in
      setting.current(root).flatMap { value in
        WholeEntry(value, at: (table + setting.path).joined(separator: "."))
      }
    }
  }

  /// The keys that hold something else than in `standard`.
  private static func changed<Root>(
    _ settings: [Setting<Root>], of root: Root, from standard: Root, below table: [String]
  ) -> [WholeEntry] {
    settings.compactMap { setting in
      let value = setting.current(root)
      guard value != setting.current(standard) else { return nil }
      let key = (table + setting.path).joined(separator: ".")
      // One that holds nothing where the default is something.
      guard let value else { return WholeEntry(key, []) }
      return WholeEntry(value, at: key)
    }
  }

  /// A file may be changed without another name.
  private static func fields(of scenario: Scenario) -> [String] {
    guard !Scenario.builtIn.contains(where: { $0.name == scenario.name }) else { return [scenario.name] }
    let contents = try? RegularFile(path: scenario.name, limit: ConfigurationFile.limit).contents()
    return [scenario.name] + (contents.map { [String(decoding: $0, as: UTF8.self)] } ?? [])
  }

  /// - Returns: nil for tables, whose members are entries of their own.
  private init?(_ value: SettingValue, at key: String) {
    switch value {
    case .seconds(let duration): self.init(key, ["\(duration / .seconds(1))"])
    case .integer(let number): self.init(key, ["\(number)"])
    case .boolean(let isTrue): self.init(key, ["\(isTrue)"])
    case .text(let text), .template(let text): self.init(key, [text])
    case .source(let address): self.init(key, address.wholeFields, isPublic: address.isPublic)
    case .location(let address): self.init(key, address.wholeFields, isPublic: address.isPublic)
    case .kinds(let kinds): self.init(key, kinds.map(\.rawValue).sorted())
    case .command(let command):
      self.init(key, [command.program] + command.arguments, isPublic: command.arguments.isEmpty)
    case .classRules(let rules): self.init(key, rules)
    case .variables(let names): self.init(key, names)
    case .headers, .recoveryOptions, .statuses: return nil
    }
  }
}
