internal import Foundation
public import StatusdTypes

/// Where the daemon's machine is, as it moves: a subscription.
///
/// The first snapshot is the present one; of those that follow only the newest waits for a slow reader. A failure is a snapshot
/// too, and the sequence goes on, also behind a restart of the daemon. The subscription ends by `end`, and when the
/// sequence and its iterators are gone.
public struct Locations: AsyncSequence, Sendable {
  let feed: LocationFeed

  /// Begins to read; what one iterator has read no other one gets.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: feed)
  }

  /// Ends the subscription, and with it the sequence.
  public func end() async {
    await feed.unsubscribe()
  }

  /// Reads the snapshots, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: LocationFeed

    /// The next snapshot, or nil at the end.
    public mutating func next() async throws -> LocationSnapshot? {
      try await feed.mailbox.next()
    }
  }
}

final class LocationFeed: Listener {
  enum Topic {
    case present
    case next
  }

  let mailbox = Mailbox<Topic, LocationSnapshot>(limit: 2)
  private let filter: Params
  private let daemon: Statusd
  /// Of the subscription in the present process of the daemon.
  private let id = Locked<String?>(nil)

  init(_ filter: Params, of daemon: Statusd) {
    self.filter = filter
    self.daemon = daemon
  }

  deinit {
    guard let id = id.withLock({ $0 }) else { return }
    Task { [daemon] in await daemon.endSubscription(id) }
  }

  /// Subscribes in this process of the daemon; what waited of the one before is out of date.
  ///
  /// A subscription that comes when the caller has given up ends with the feed, which nothing else holds then.
  func begin(_ connection: Connection, timeout: Duration?) async throws {
    try await connection.call("subscribeLocation", .object(filter), timeout: timeout) { [self] message in
      let decoder = JSONDecoder()
      let subscription = try decoder.decode(ResultMessage<LocationSubscription>.self, from: message).result
      id.withLock { $0 = subscription.subscriptionId }
      mailbox.clear()
      mailbox.add(subscription.location, of: .present)
    }
  }

  func unsubscribe() async {
    daemon.listeners.forget(self)
    mailbox.clear()
    mailbox.end()
    let taken = id.withLock { id in
      defer { id = nil }
      return id
    }
    if let taken { await daemon.endSubscription(taken) }
  }

  func add(_ notification: StatusdNotification) {
    guard case .locationChanged(let changed) = notification, changed.subscriptionId == id.withLock({ $0 })
    else { return }
    mailbox.add(changed.location, of: .next)
  }

  func lost() {}

  func end(_ error: (any Error)?) {
    mailbox.end(error)
  }
}
