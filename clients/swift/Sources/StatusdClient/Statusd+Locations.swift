internal import StatusdTypes

extension Statusd {
  /// Where the daemon's machine is.
  ///
  /// `minInterval`: seconds, `minDistance`: metres from one place to the next.
  public func locations(
    minInterval: Double = 0, minDistance: Double = 0, timeout: Duration? = nil
  ) async throws -> Locations {
    let filter: Params = ["minInterval": JSONValue(minInterval), "minDistance": JSONValue(minDistance)]
    let connection = await ready()
    let feed = LocationFeed(filter, of: self)
    listen(feed)
    do {
      try await feed.begin(connection, timeout: timeout ?? options.timeout)
    } catch let error as ResponseError {
      throw StatusdFailure(code: error.code, data: error.data, daemon: self)
    }
    return Locations(feed: feed)
  }

  /// Nobody reads the subscription any more.
  ///
  /// That the daemon does not know it is as good.
  func endSubscription(_ id: String) async {
    let params: Params = ["subscriptionId": .string(id)]
    _ = try? await call("unsubscribeLocation", .object(params), timeout: nil) { _ in }
  }
}
