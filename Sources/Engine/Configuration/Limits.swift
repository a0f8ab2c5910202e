/// The limits of one session, named as in the configuration (docs/protocol.md, “Limits”).
///
/// The engine only carries them. Each session enforces its own.
package struct Limits: Hashable, Sendable {
  /// `limits.messageBytes`: the longest message, in bytes.
  package var messageBytes = 1_048_576
  /// `limits.batch`: the most members of a batch.
  package var batch = 100
  /// `limits.inFlight`: the most calls that wait at the same time.
  package var inFlight = 256
  /// `limits.depth`: how deep arrays and objects may nest in a message.
  package var depth = 128
  /// `limits.tokens`: the most structural tokens of a message, counted before anything is allocated for it.
  package var tokens = 100_000
  /// `limits.subscriptions`: the most subscriptions of the location at the same time.
  package var subscriptions = 256
  /// `limits.screens`: the most screens that are open at the same time.
  package var screens = 16
  /// `limits.inlineBytes`: the most bytes of a value that a tool gives an agent whole.
  package var inlineBytes = 8_192
  /// `limits.tasks`: the most tasks of an agent that are kept; none, and no extension, if it is 0.
  package var tasks = 0
  /// `limits.outputBytes`: from this many unread bytes of output on, the session receives nothing more.
  package var outputBytes = 1_048_576
  /// `limits.notificationBytes`: from this many unread bytes of output on, notifications wait.
  ///
  /// Those that wait are conflated to the newest one, which is written once there is room.
  package var notificationBytes = 65_536
  /// `limits.outputStall`: how long output may be blocked before a warning is logged.
  package var outputStall = Duration.seconds(10)

  package init() {}
}
