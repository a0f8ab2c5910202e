package import Engine
import JSONRPC
import Jansson
package import Presenter
package import Reactor
package import StatusCore
import Text

/// A screen that is drawn in this process: the values themselves, with no message in between.
///
/// It belongs to a session of its own, as a client's screens do, so a button means the same. Like them it looks and is
/// not called: whoever draws it asks for a ``change()`` when the turn ends, or looks when a change was reported.
@LoopActor
package final class LocalScreen {
  private let session: Session
  private let screen: LiveScreen

  /// - Parameters:
  ///   - showsLocation: Whether it shows the location, once it is followed.
  ///   - unit: How exactly it says times.
  package init(
    _ server: Server, of resources: [Resource], showsLocation: Bool = false, words unit: WordUnit
  ) {
    session = Session(server, profile: .silent, timers: server.loop.timers) { _ in }
    let machine = ScreenMachine(
      resources.map(Self.part), showsLocation: showsLocation, words: unit, showsEveryFailure: true)
    screen = LiveScreen("local", machine, of: resources, session)
    session.outbox.news = OnlyScreen(screen)
  }

  private static func part(_ resource: Resource) -> ScreenPart {
    ScreenPart(resource.id.title, resource.id, resource.shape)
  }

  /// The owner for which its buttons act: whose wishes to poll end with the process.
  package var owner: Owner { session.owner }

  /// Its parts, in the order of ``Screen/parts``.
  package var parts: [ScreenPart] { screen.machine.parts }

  /// What a person sees now.
  package func look() -> Screen { screen.present() }

  /// The same, if it is something else than what was looked at last.
  package func change() -> Screen? { screen.change() == nil ? nil : screen.sent }

  /// A person pressed a button.
  @discardableResult
  package func press(_ button: Button) -> PressResult { screen.press(button) }

  /// Shows another resource, behind the others.
  package func add(_ resource: Resource) { screen.add(Self.part(resource), resource) }
}

/// What the engine and the outbox ask of the one screen of a session.
@LoopActor
private final class OnlyScreen: ProfileNews {
  /// Both end with the ``LocalScreen``.
  private unowned let screen: LiveScreen

  init(_ screen: LiveScreen) {
    self.screen = screen
  }

  func flush(_ write: MessageOutput) {}
  func hold() {}
  func show(_ resource: ResourceID) -> Bool { screen.shows(resource) }
}

extension ResourceID {
  /// The name, and behind it the arguments of an instance, as on the command line.
  package var title: String {
    ([name.rawValue] + (arguments?.all ?? []).map { "\($0.name)=\($0.value)" }).joined(separator: " ").visible
  }
}
