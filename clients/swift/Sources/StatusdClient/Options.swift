public import Foundation

/// Is shown every message: what was sent before the daemon gets it, and what came before it is looked at.
public typealias Tap = @Sendable (Direction, Data) -> Void

/// Where a message goes.
public enum Direction: Sendable {
  case sent
  case received
}

/// How a client deals with its daemon.
public struct Options: Sendable {
  /// For every call that has none of its own; nil for as long as it takes.
  public var timeout: Duration?
  /// For the daemon's first response.
  public var startTimeout: Duration
  /// What the daemon has for its end, before it is made to end.
  ///
  /// More than its own deadline.
  public var grace: Duration
  /// Whether it is started again when it dies; nil for no.
  public var restart: RestartLimit?
  /// For logs and for tests.
  public var tap: Tap?

  /// The defaults are those of a client that is used by a person.
  public init(
    timeout: Duration? = nil, startTimeout: Duration = .seconds(10), grace: Duration = .seconds(12),
    restart: RestartLimit? = nil, tap: Tap? = nil
  ) {
    self.timeout = timeout
    self.startTimeout = startTimeout
    self.grace = grace
    self.restart = restart
    self.tap = tap
  }
}
