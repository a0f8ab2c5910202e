/// The daemon's notifications from the moment on at which the sequence was made.
///
/// It holds the newest notification of each resource, instance and subscription, of at most 1,024 of these, so a slow
/// reader holds nothing up; `coalesced` counts what was left out, by the daemon or here. It ends when the client is
/// closed, and throws when the daemon ended by itself and is not started again. Iterators share what comes.
public struct Notifications: AsyncSequence, Sendable {
  /// More topics than a daemon has.
  static let limit = 1_024

  let feed: NotificationFeed

  /// Begins to read; what one iterator has read no other one gets.
  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: feed)
  }

  /// Reads the notifications, one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let feed: NotificationFeed

    /// The next notification, or nil at the end.
    public mutating func next() async throws -> StatusdNotification? {
      try await feed.mailbox.next()
    }
  }
}

final class NotificationFeed: Listener {
  let mailbox: Mailbox<StatusdNotification.Topic, StatusdNotification>

  init(limit: Int = Notifications.limit) {
    mailbox = Mailbox(limit: limit)
  }

  func add(_ notification: StatusdNotification) {
    mailbox.add(notification, of: notification.topic) { older, newer in newer.replacing(older) }
  }

  func lost() {}

  func end(_ error: (any Error)?) {
    mailbox.end(error)
  }
}
