import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// statusd's own protocol (docs/protocol.md).
@LoopActor
final class NativeProfile: Profile {
  /// The notifications that a client wants: all of them, unless `initialize` switches some off.
  struct Notifications {
    var stateChanged = true
    var locationChanged = true
  }

  private unowned let session: Session
  private(set) lazy var methods = MethodTable(all)
  var notifications = Notifications()
  /// Whether `initialize` was called; it may be called once.
  var isInitialized = false

  init(_ session: Session) {
    self.session = session
  }

  private var all: [any Method] {
    let engine = session.engine
    let clock = engine.clock.map { AdvanceClock(clock: $0) }
    return [
      CancelRequest(session: session),
      Discover(),
      Exit(session: session),
      FetchMenu(session: session),
      GetHelp(),
      GetLocation(session: session),
      GetState(session: session),
      Initialize(session: session, profile: self),
      ListResources(session: session),
      Refresh(session: session),
      Retry(session: session),
      SetAutoPolling(session: session),
      Shutdown(session: session),
      Stats(statistics: session.statistics),
      SubscribeLocation(session: session),
      UnsubscribeLocation(session: session),
    ] + [clock].compactMap(\.self)
  }

  func wants(_ change: Change) -> Bool {
    switch change {
    case .resource: notifications.stateChanged
    case .location: notifications.locationChanged
    }
  }

  func notification(of change: Change, coalesced: Int, in json: inout JSONWriter) {
    switch change {
    case .resource(let name):
      let snapshot = session.encoder.snapshot(of: name, in: session.engine.resources)
      json.notification("stateChanged") { $0.change(snapshot, coalesced: coalesced) }
    case .location(let id):
      let location = session.encoder.snapshot(of: session.engine.location)
      json.notification("locationChanged") { $0.change(id, location, coalesced: coalesced) }
    }
  }
}
