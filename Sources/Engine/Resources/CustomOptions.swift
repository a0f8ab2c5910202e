import StatusCore

/// The recovery options of the user's own that a resource's failures have, by name.
struct CustomOptions {
  let offered: [CustomOption]
  private var commands: [String: OptionCommand] = [:]

  /// The options of a resource and those for all resources; of one name the resource's own.
  ///
  /// While a scenario plays no command runs, because what it should mend is only played: an option with a command
  /// then repeats the operation and no more.
  init(of resource: Configuration.Resource, in configuration: Configuration) {
    let shared = configuration.recoveryOptions.map { ("recoveryOptions.\($0.name)", $0) }
    let own = resource.recoveryOptions.map { ("resources.\(resource.name).recoveryOptions.\($0.name)", $0) }
    let byName = Dictionary((shared + own).map { ($0.1.name, $0) }) { _, own in own }
    let entries = byName.values.sorted { $0.1.name < $1.1.name }
    offered = entries.map { CustomOption($0.1) }
    guard configuration.scenario == nil else { return }
    for (key, entry) in entries {
      commands[entry.name] = entry.command.map { OptionCommand($0, timeout: entry.timeout, key: key) }
    }
  }

  /// What performs the option of that name; nil if there is nothing to do but to repeat the operation.
  func command(of name: String) -> OptionCommand? { commands[name] }
}

extension CustomOption {
  fileprivate init(_ entry: Configuration.RecoveryOption) {
    self.init(
      entry.name, title: entry.title, kinds: entry.kinds, by: entry.command == nil ? .client : .server)
  }
}
