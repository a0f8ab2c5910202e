/// What one session may cost, with the names that the configuration gives it (docs/protocol.md, “Limits”).
///
/// The engine only carries them: sessions hold themselves to them.
package struct Limits: Hashable, Sendable {
  /// `limits.messageBytes`: the longest message.
  package var messageBytes = 1_048_576
  /// `limits.batch`: the members of a batch.
  package var batch = 100
  /// `limits.inFlight`: calls that wait at a time.
  package var inFlight = 256
  /// `limits.depth`: arrays and objects within each other in a message.
  package var depth = 128
  /// `limits.tokens`: structural tokens of a message, counted before anything is allocated for it.
  package var tokens = 100_000
  /// `limits.subscriptions`: subscriptions of the location at a time.
  package var subscriptions = 256
  /// Output that waits for its reader, in bytes: with more, nothing further is received.
  package var outputBytes = 1_048_576
  /// Output that waits, in bytes, up to which notifications are added: with more they are conflated to the
  /// newest, and written once there is room.
  package var notificationBytes = 65_536
  /// For how long output may wait without moving before a warning tells of it.
  package var outputStall = Duration.seconds(10)

  package init() {}
}
