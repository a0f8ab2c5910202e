internal import StatusdClient
internal import StatusdPresenter

/// What comes for a screen, in the order in which it came, waiting for the main actor.
final class ScreenFeed: Listener {
  enum Event: Sendable {
    case input(Input)
    /// A daemon was started in place of one that had ended.
    case started
    case ended
  }

  private enum Topic: Hashable {
    case notification(StatusdNotification.Topic)
    case response(Int)
    /// Starts and ends: the last one counts.
    case life
  }

  private let mailbox = Mailbox<Topic, Event>(limit: 4_096)

  func next() async throws -> Event? {
    try await mailbox.next()
  }

  /// The response to a request of the screen.
  func add(_ input: Input) {
    switch input {
    case .result(let id, _), .failure(let id, _): mailbox.add(.input(input), of: .response(id))
    case .stateChanged(let changed): add(StatusdNotification.stateChanged(changed))
    case .locationChanged(let changed): add(StatusdNotification.locationChanged(changed))
    }
  }

  func add(_ notification: StatusdNotification) {
    switch notification {
    case .stateChanged(let changed):
      mailbox.add(.input(.stateChanged(changed)), of: .notification(notification.topic))
    case .locationChanged(let changed):
      mailbox.add(.input(.locationChanged(changed)), of: .notification(notification.topic))
    case .restarted: mailbox.add(.started, of: .life)
    case .other: break
    }
  }

  func lost() {
    mailbox.add(.ended, of: .life)
  }

  func end(_ error: (any Error)?) {
    mailbox.add(.ended, of: .life)
    mailbox.end()
  }
}
