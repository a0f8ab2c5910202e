@_exported public import StatusdTypes

/// The daemon responded with an error.
///
/// It says what failed, why, and what can be done about it.
public struct StatusdFailure: Error, Sendable {
  /// The number of the kind (docs/protocol.md, Kinds); nil for the failure of a snapshot.
  public let code: Int?
  /// Everything that the daemon says of it.
  public let data: FailureData
  private let daemon: Statusd

  init(code: Int?, data: FailureData, daemon: Statusd) {
    self.code = code
    self.data = data
    self.daemon = daemon
  }

  /// What failed: decide by this, and never by a title.
  public var kind: FailureKind { data.kind }
  /// What failed, in words, without a full stop.
  public var title: String { data.title }
  /// Why, and what a person can do about it.
  public var message: String { data.message }
  /// In the daemon's order, `cancel` first: what could work when the failure was reported.
  public var options: [RecoveryOption] { data.recoveryOptions }

  /// Performs an option and waits for its end.
  ///
  /// Throws a fresh failure when the recovery fails: that one has options of its own. An option that the client
  /// performs, such as `openSettings`, gives a result that has not recovered.
  @discardableResult
  public func recover(with option: RecoveryOptionID = .tryAgain) async throws -> RetryResult {
    try await daemon.retry(data.failureId, with: option)
  }
}
