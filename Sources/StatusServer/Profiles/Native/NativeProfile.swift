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
    /// Whether `stateChanged` may have a patch in place of the value.
    var patches = false
    var locationChanged = true
  }

  private unowned let session: Session
  private(set) lazy var methods = Router(all.map { ($0.signature, $0) })
  var notifications = Notifications() {
    didSet { patches = notifications.patches ? session.encoder.patches : nil }
  }
  private var patches: ValuePatches?
  /// What the client was last sent of each resource by `stateChanged`: its revision, and that of its value.
  private var sent: [ResourceName: (revision: Int, value: Int)] = [:]
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
      GetLocation(location: engine.location),
      GetState(session: session),
      Initialize(session: session, profile: self),
      ListResources(resources: engine.resources),
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

  func notification(of change: Change, coalesced: Int) -> JSONText {
    switch change {
    case .resource(let name):
      let snapshot = session.engine.resources[name]?.snapshot ?? ResourceSnapshot(resource: name)
      let value = published(snapshot)
      return OutgoingMessage.notification(
        "stateChanged", params: JSONText { $0.change(snapshot, value: value, coalesced: coalesced) })
    case .location(let id):
      let snapshot = session.engine.location.snapshot
      return OutgoingMessage.notification(
        "locationChanged", params: JSONText { $0.change(id, snapshot, coalesced: coalesced) })
    }
  }

  /// The value of a snapshot that is sent now, or the patch to it.
  private func published(_ snapshot: ResourceSnapshot) -> PublishedValue? {
    guard let value = session.encoder.value(of: snapshot) else { return nil }
    guard let patches else { return .whole(value) }
    let base = sent.updateValue((snapshot.revision, snapshot.valueRevision), forKey: snapshot.resource)
    let patch = patches.patch(from: base?.value, to: snapshot)
    return .smaller(value, patch, since: base?.revision ?? 0)
  }
}
