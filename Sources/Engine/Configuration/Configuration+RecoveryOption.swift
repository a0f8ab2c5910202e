package import Providers
package import StatusCore

extension Configuration {
  /// A recovery option of the user's own: `recoveryOptions.NAME`, or `resources.NAME.recoveryOptions.NAME`.
  package struct RecoveryOption: Hashable, Sendable {
    /// On the wire its id is `custom:NAME`.
    package let name: String
    /// `title`: the words for its button.
    package var title = ""
    /// `for`: the kinds of failure that offer it; nil for every failed fetch.
    package var kinds: Set<FailureKind>?
    /// `command`: what performs it; nil if the client does.
    package var command: Command?
    /// `timeout`: how long the command may take.
    package var timeout = Duration.seconds(30)

    package init(name: String) {
      self.name = name
    }
  }
}
