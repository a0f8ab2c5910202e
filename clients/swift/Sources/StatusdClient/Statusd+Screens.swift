@_exported public import StatusdScreen

extension Statusd: ScreenTransport {
  /// Opens a screen: what a person sees of some resources and of the location.
  ///
  /// `parts`: by names of your own; nil for every resource that is not parameterised.
  @MainActor
  public func screen(
    parts: [String: Part]? = nil, location: Bool = false, words: Screen.Words = .seconds,
    fetch: Screen.Fetch = .none
  ) async throws -> Screen {
    try await Screen(over: self, parts: parts, location: location, words: words, fetch: fetch)
  }

  /// The result of a call, for a screen.
  public nonisolated func result<Value: Decodable & Sendable>(of method: String, _ params: Params)
    async throws -> Value
  {
    try await result(of: method, params, nil)
  }

  /// Adds what comes from now on to the feed of a screen.
  public func follow(_ feed: ScreenFeed) {
    listen(feed)
  }
}

extension ScreenFeed: Listener {
  package func add(_ notification: StatusdNotification) {
    switch notification {
    case .screenChanged(let notification): changed(notification)
    case .restarted: started()
    case .stateChanged, .locationChanged, .other: break
    }
  }

  package func lost() {
    ended()
  }

  package func end(_ error: (any Error)?) {
    ended()
  }
}
