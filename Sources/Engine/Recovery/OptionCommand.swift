package import Providers

/// The command of a recovery option of the user's own.
package struct OptionCommand: Hashable, Sendable {
  package let command: Command
  /// How long it may take.
  package let timeout: Duration
  /// The option's table in the configuration: `resources.menu.recoveryOptions.restart`.
  package let key: String

  package init(_ command: Command, timeout: Duration, key: String) {
    self.command = command
    self.timeout = timeout
    self.key = key
  }
}
