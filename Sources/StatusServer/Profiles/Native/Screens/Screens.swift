import Engine
import JSONRPC
import Jansson
import OrderedCollections
import Presenter
import Reactor
import StatusCore

/// The screens that a client has open: at most `limits.screens`.
@LoopActor
final class Screens: ProfileNews {
  private unowned let profile: NativeProfile
  private var screens: OrderedDictionary<String, LiveScreen> = [:]
  private var count = 0

  init(profile: NativeProfile) {
    self.profile = profile
  }

  /// Whether one more would be too many.
  ///
  /// - Parameter limit: `limits.screens`.
  func isFull(_ limit: Int) -> Bool { screens.count >= limit }

  subscript(id: String) -> LiveScreen? { screens[id] }

  /// Opens a screen; the first one joins the outbox of the session.
  func open(_ machine: ScreenMachine, of resources: [Resource], for session: Session) -> LiveScreen {
    count += 1
    let screen = LiveScreen("s\(count)", machine, of: resources, session)
    add(screen)
    return screen
  }

  private func add(_ screen: LiveScreen) {
    screens[screen.id] = screen
    screen.session.outbox.news = self
    screen.session.server.look(for: screen.session)
  }

  /// Goes on with the screens of a session in whose place this one serves, now that the configuration is right.
  func goOn(from former: Screens, in session: Session) {
    count = former.count
    for blank in former.screens.values {
      add(LiveScreen(insteadOf: blank, session))
      blank.close()
    }
  }

  /// The configuration is still wrong, but for another reason.
  func misconfigurationChanged() {
    for screen in screens.values { screen.remind(anew: true) }
  }

  /// Closes a screen, with all that it has begun; the last one leaves the outbox.
  ///
  /// - Returns: Whether it was open.
  func close(_ id: String) -> Bool {
    guard let screen = screens.removeValue(forKey: id) else { return false }
    screen.close()
    if screens.isEmpty {
      screen.session.outbox.news = nil
      screen.session.server.stopLooking(for: screen.session)
    }
    return true
  }

  // MARK: Notifying

  func flush(_ write: MessageOutput) {
    for screen in screens.values {
      guard let change = screen.change(), profile.notifications.screenChanged else { continue }
      publish(change, of: screen, write)
    }
  }

  private func publish(_ change: LiveScreen.Change, of screen: LiveScreen, _ write: MessageOutput) {
    let contents = screen.contents(since: change.before, whole: change.whole)
    let (id, parts, sent) = (screen.id, screen.machine.parts, screen.sent)
    write { json in
      json.notification("screenChanged") { json in
        json.object { json in
          json.member("screenId", id)
          json.member("changed") {
            $0.changes(from: change, to: sent, of: parts, contents)
          }
          json.member("coalesced", change.coalesced)
        }
      }
    }
    screen.session.statistics.noteScreenNotification(coalesced: change.coalesced)
  }

  func hold() {
    for screen in screens.values { screen.hold() }
  }

  func show(_ resource: ResourceID) -> Bool {
    screens.values.contains { $0.shows(resource) }
  }

  /// Whether a subscription of the location is of one of them.
  func follow(_ subscription: SubscriptionID) -> Bool {
    screens.values.contains { $0.subscription == subscription }
  }
}
