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
  private(set) lazy var methods = MethodTable(all)
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
      if let (snapshot, value) = withPatch(name) {
        return json.notification("stateChanged") { $0.change(snapshot, value: value, coalesced: coalesced) }
      }
      let snapshot = session.encoder.snapshot(of: name, in: session.engine.resources)
      json.notification("stateChanged") { $0.change(snapshot, coalesced: coalesced) }
    case .location(let id):
      let location = session.encoder.snapshot(of: session.engine.location)
      json.notification("locationChanged") { $0.change(id, location, coalesced: coalesced) }
    }
  }

  /// The snapshot that is sent now, and its value or the patch to it; nil for a client that wants no patches, and
  /// for a snapshot without a value.
  private func withPatch(_ name: ResourceName) -> (ResourceSnapshot, PublishedValue)? {
    guard let patches, let snapshot = session.engine.resources[name]?.snapshot,
      let value = session.encoder.value(of: snapshot)
    else { return nil }
    let base = sent.updateValue((snapshot.revision, snapshot.valueRevision), forKey: name)
    let patch = patches.patch(from: base?.value, to: snapshot)
    return (snapshot, .smaller(value, patch, since: base?.revision ?? 0))
  }
}
