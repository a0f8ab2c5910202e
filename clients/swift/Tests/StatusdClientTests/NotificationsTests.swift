import StatusdTypes
import TestSupport
import Testing

@testable import StatusdClient

@Suite(.timeLimit(.minutes(10)))
struct NotificationsTests {
  private func changed(_ resource: ResourceID, _ revision: Int, coalesced: Int = 0) -> StatusdNotification {
    .stateChanged(
      StateChanged(
        resource: resource.resource, arguments: resource.arguments.isEmpty ? nil : resource.arguments,
        revision: revision, status: .loaded, isFetching: false, isStale: false,
        autoPolling: AutoPolling(enabled: false, interval: 10, consecutiveFailures: 0), coalesced: coalesced))
  }

  private func rest(_ feed: NotificationFeed) async throws -> [StatusdNotification] {
    feed.end(nil)
    return try await Notifications(feed: feed).reduce(into: []) { $0.append($1) }
  }

  @Test func `a notification comes before the response that knows of it`() async throws {
    try await running { (daemon, _) async throws in
      var notifications = await daemon.notifications().makeAsyncIterator()
      let revision = try await daemon.refresh().revision
      guard case .stateChanged(let changed) = try await notifications.next() else { throw Surprise() }
      #expect(changed.revision == revision)
    }
  }

  @Test func `a slow reader gets the newest of each resource, in the order of the first`() async throws {
    let feed = NotificationFeed()
    for each in [changed("a", 1), changed("b", 1), changed("a", 2, coalesced: 3)] { feed.add(each) }
    #expect(try await rest(feed) == [changed("a", 2, coalesced: 4), changed("b", 1)])
  }

  @Test func `instances of a resource are kept apart`() async throws {
    let feed = NotificationFeed()
    let instances = ["main", "next"].map { ResourceID("build", ["branch": $0, "job": "a"]) }
    for each in [changed(instances[0], 1), changed(instances[1], 1), changed(instances[0], 2)] {
      feed.add(each)
    }
    #expect(try await rest(feed) == [changed(instances[0], 2, coalesced: 1), changed(instances[1], 1)])
  }

  @Test func `differences of a screen become one, and screens are kept apart`() async throws {
    func changed(_ screen: String, _ changes: ScreenChanges, coalesced: Int = 0) -> StatusdNotification {
      .screenChanged(ScreenChanged(screenId: screen, changed: changes, coalesced: coalesced))
    }
    let feed = NotificationFeed()
    feed.add(changed("s1", ScreenChanges(notice: "a", help: .some(nil))))
    feed.add(changed("s2", ScreenChanges(notice: "b")))
    feed.add(changed("s1", ScreenChanges(notice: "c"), coalesced: 2))
    let both = changed("s1", ScreenChanges(notice: "c", help: .some(nil)), coalesced: 3)
    #expect(try await rest(feed) == [both, changed("s2", ScreenChanges(notice: "b"))])
  }

  @Test func `who does not read loses the oldest`() async throws {
    let feed = NotificationFeed(limit: 2)
    for name in ["a", "b", "c"] { feed.add(changed(ResourceID(name), 1)) }
    #expect(try await rest(feed) == [changed("b", 1), changed("c", 1)])
  }

  @Test func `two readers share what comes`() async throws {
    let feed = NotificationFeed()
    let readers = (0..<2).map { _ in Task { try await feed.mailbox.next() } }
    for name in ["a", "b"] { feed.add(changed(ResourceID(name), 1)) }
    let read = [try await readers[0].value, try await readers[1].value]
    #expect(Set(read) == [changed("a", 1), changed("b", 1)])
  }

  @Test func `a reader that is cancelled ends, and leaves what comes to others`() async throws {
    let feed = NotificationFeed()
    let reader = Task { try await feed.mailbox.next() }
    reader.cancel()
    #expect(try await reader.value == nil)
    feed.add(changed("a", 1))
    #expect(try await rest(feed) == [changed("a", 1)])
  }

  @Test func `closing ends the sequences, also those that are asked for later`() async throws {
    try await running { (daemon, _) async throws in
      let notifications = await daemon.notifications()
      let reader = Task { try await notifications.reduce(0) { count, _ in count + 1 } }
      await daemon.close()
      #expect(try await reader.value == 0)
      var later = await daemon.notifications().makeAsyncIterator()
      #expect(try await later.next() == nil)
    }
  }

  @Test func `places are read from the present one on, and the end of the sequence unsubscribes`()
    async throws
  {
    try await running(["--clock", "manual", "--seed", "1"]) { (daemon, recorder) async throws in
      let places = try await daemon.locations(minDistance: 1)
      var iterator = places.makeAsyncIterator()
      let first = try await iterator.next()
      _ = try await daemon.call("advanceClock", ["seconds": 30])
      let second = try await iterator.next()
      #expect(second?.revision ?? 0 > first?.revision ?? 0)
      await places.end()
      #expect(try await iterator.next() == nil)
      #expect(recorder.sent.first?["params"] == ["minInterval": 0, "minDistance": 1])
      #expect(recorder.sent.last?["method"] == "unsubscribeLocation")
    }
  }

  @Test func `places that nobody holds any more are unsubscribed from`() async throws {
    try await running(["--clock", "manual", "--seed", "1"]) { (daemon, recorder) async throws in
      for try await _ in try await daemon.locations() { break }
      #expect(await recorder.sent("unsubscribeLocation").count == 1)
      _ = try await daemon.getState()  // Written behind it, so that closing finds both written.
    }
  }

  /// Its response comes before or after the cancellation; both happen in twenty turns.
  @Test func `a subscription whose caller is cancelled ends`() async throws {
    try await running(["--clock", "manual", "--seed", "1"]) { (daemon, recorder) async throws in
      for turn in 1...20 {
        let subscribing = Task { _ = try await daemon.locations() }
        _ = await recorder.sent("subscribeLocation", count: turn)
        subscribing.cancel()
        _ = await subscribing.result
        #expect(await recorder.sent("unsubscribeLocation", count: turn).count == turn)
      }
      _ = try await daemon.getState()  // Written behind it, so that closing finds all of it written.
    }
  }

  @Test func `one of a later daemon is not lost, and nor is the daemon`() async throws {
    let script = """
      echo '{"jsonrpc":"2.0","method":"stateChanged","params":{"resource":"a","status":"resting"}}'
      echo '{"jsonrpc":"2.0","method":"moodChanged"}'; echo '{"jsonrpc":"2.0","id":2,"result":{}}'; read -r end
      """
    try await withStatusd(impostor(script), options: Options(startTimeout: deadline)) { daemon in
      var notifications = await daemon.notifications().makeAsyncIterator()
      _ = try await daemon.call("a")
      let params: JSONValue = ["resource": "a", "status": "resting"]
      #expect(try await notifications.next() == .other(method: "stateChanged", params: params))
      #expect(try await notifications.next() == .other(method: "moodChanged", params: nil))
    }
  }

  @Test func `notifications of the client are sent`() async throws {
    try await running { (daemon, recorder) async throws in
      try await daemon.notify("$/cancelRequest", ["id": 99])
      #expect(await recorder.sent("$/cancelRequest").count == 1)
    }
  }
}
