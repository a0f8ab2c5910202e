public import StatusdTypes

/// What comes from the daemon: a notification, or the response to a request of the presenter.
public enum Input: Hashable, Sendable {
  case stateChanged(StateChanged)
  case locationChanged(LocationChanged)
  /// `id`: the presenter's own.
  case result(id: Int, Reply)
  /// `failure`: nil where the request ended without a response, by its time-out or because it was withdrawn.
  case failure(id: Int, FailureData?)
}

/// The result of a call.
public enum Reply: Hashable, Sendable {
  /// Of `getState` and `refresh`.
  case snapshot(Snapshot)
  /// Of `setAutoPolling`.
  case polling(ResourcePolling)
  /// Of `retry`.
  case recovery(RetryResult)
  /// Of `getHelp`.
  case help(HelpSection)
  /// Of `subscribeLocation`.
  case subscription(LocationSubscription)
  /// Of `unsubscribeLocation`.
  case unsubscribed
}

/// What a person pressed.
///
/// `of`: the name of a part.
public enum Press: Hashable, Sendable {
  case refresh(of: String)
  case stop(of: String)
  case polling(of: String)
  case startLocation
  case stopLocation
  case closeHelp
  case option(RecoveryOptionID, failureId: String)
}
