import Engine
import Presenter
import Reactor
import StatusCore
import StatusServer

/// What is watched in this process.
@LoopActor
final class LocalWatch: WatchSource {
  private let server: Server
  /// nil for the location.
  private let resource: Resource?
  private let owner = Owner("watch")
  /// What the lines show a part of.
  private let screen: LocalScreen

  init(_ resource: Resource?, of server: Server) {
    (self.server, self.resource) = (server, resource)
    screen = LocalScreen(
      server, of: [resource].compactMap(\.self), showsLocation: resource == nil, words: .none)
  }

  var state: WatchedState {
    let shown = screen.look()
    guard let resource else {
      return WatchedState(shown.place, server.engine.location.snapshot, server.locationText)
    }
    return WatchedState(
      shown.parts[0], resource.snapshot, resource.shape, server.text(of: resource),
      members: server.textWithoutValue(of: resource))
  }

  var now: Moment { server.engine.now }
  var timers: TimerQueue { server.engine.timers }

  func begin(every interval: Duration?, _ onChange: @escaping @LoopActor () -> Void) {
    server.engine.observe(owner) { _ in onChange() }
    if let resource {
      resource.setPolling(true, interval: interval, for: screen.owner)
    } else {
      screen.press(.startLocation)
      _ = server.engine.location.subscribe(LocationFilter(minInterval: interval ?? .zero), for: owner)
    }
  }

  func press(_ failure: Failure?, _ option: RecoveryOption?) {
    if let failure, let option {
      screen.press(.option(failure.id, option.id.rawValue))
    } else if let name = screen.parts.first?.name {
      screen.press(.refresh(name))
    }
  }

  func switchPolling() {
    if let name = screen.parts.first?.name { screen.press(.polling(name, on: nil)) }
  }

  func close() { server.engine.close(within: WatchGuest.patienceForStore) }
}
