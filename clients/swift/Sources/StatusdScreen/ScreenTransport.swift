public import StatusdTypes

/// A connection to a daemon as a screen needs it: a process, a socket, whatever carries messages.
///
/// `Statusd` of StatusdClient is one. It may be used from any thread.
public protocol ScreenTransport: Sendable {
  /// The result of a call; throws where there is none.
  ///
  /// Calls that are made one after the other are sent in that order.
  func result<Value: Decodable & Sendable>(
    of method: String, _ params: [String: JSONValue]
  ) async throws -> Value
  /// Adds to `feed` what comes from now on, in the order in which it comes, and holds it weakly.
  func follow(_ feed: ScreenFeed) async
}

/// What comes for a screen by itself, until the main actor looks at it.
///
/// Of each screen one difference waits, however slow the reader is.
public final class ScreenFeed: Sendable {
  struct News {
    var hasEnded = false
    var hasStarted = false
    var changes: ScreenChanges?
  }

  private struct State {
    var news = News()
    var changes: [String: ScreenChanges] = [:]
    var life = 0
    var isAwaited = true
    var onNews: @Sendable () -> Void = {}
  }

  private let state = Locked(State())

  /// `screenChanged` came.
  public func changed(_ notification: ScreenChanged) {
    add { state in
      let id = notification.screenId
      state.changes[id] = state.changes[id]?.followed(by: notification.changed) ?? notification.changed
    }
  }

  /// The daemon has ended, and its screens with it.
  public func ended() {
    add { state in
      state.changes = [:]
      state.news = News(hasEnded: true)
      state.life += 1
    }
  }

  /// Another daemon runs in place of the one that has ended.
  public func started() {
    add { $0.news.hasStarted = true }
  }

  private func add(_ change: (inout State) -> Void) {
    let onNews = state.withLock { state in
      change(&state)
      defer { state.isAwaited = false }
      return state.isAwaited ? state.onNews : nil
    }
    onNews?()
  }

  // MARK: Reading

  /// Is called, on any thread, when there is something to take.
  func onNews(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.onNews = body }
  }

  /// How many daemons have ended.
  var life: Int { state.withLock(\.life) }

  /// What has come since the last time.
  ///
  /// `id`: nil while the screen is being opened; what comes for it waits.
  func take(_ id: String?) -> News {
    state.withLock { state in
      var news = state.news
      state.news = News()
      state.isAwaited = true
      guard let id, !news.hasEnded else { return news }  // Another daemon gives the same ids anew.
      news.changes = state.changes[id]
      state.changes = [:]
      return news
    }
  }
}
