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
    var screenChanged = true
  }

  private let engine: Engine
  private let encoder: SnapshotEncoder
  var notifications = Notifications()
  private(set) lazy var screens = Screens(profile: self)
  /// Whether `initialize` was called; it may be called once.
  var isInitialized = false
  private var warning = CommandWarning("statusd mcp speaks the Model Context Protocol")

  init(_ engine: Engine, _ encoder: SnapshotEncoder) {
    self.engine = engine
    self.encoder = encoder
  }

  private static let conditions =
    [
      MethodCondition("advanceClock", .needsOption("--clock manual", method: "advanceClock")),
      MethodCondition("playScenario", .needsOption("--scenario", method: "playScenario")),
    ] + MCPCallers.tellingNames.map { MethodCondition($0, .methodOfAgents($0)) }

  func methods(of session: Session) -> MethodTable {
    let makers = NativeMethods.makers(of: engine)
    let layout = session.server.nativeLayout {
      MethodLayout(makers.map { $0(session, self).signature.name }, conditions: Self.conditions)
    }
    // Unowned: the table is the session's, and the profile too.
    return MethodTable(layout) { [unowned self] in
      warnOfAgent(calling: $0)
    } make: { [unowned session, unowned self] in
      Unconfigured.replacing(NativeMethods.makers(of: engine)[$0](session, self), in: session.server)
    }
  }

  private func warnOfAgent(calling method: MethodName) {
    if MCPCallers(of: method, hasTasks: true) == .perRequest { warnOfAgent(method.description) }
  }

  /// A client that speaks the Model Context Protocol was started with the wrong command.
  func warnOfAgent(_ method: String) { warning.give(to: engine.logger, method: method) }

  func wants(_ change: Change) -> Bool {
    switch change {
    case .resource: notifications.stateChanged
    // What a screen subscribes to is shown on the screen.
    case .location(let id): notifications.locationChanged && !screens.follow(id)
    case .attempt: false
    }
  }

  func publish(_ change: Change, coalesced: Int, to write: MessageOutput) {
    switch change {
    case .resource(let id):
      let snapshot = encoder.snapshot(of: id, in: engine.resources)
      write { $0.notification("stateChanged") { $0.change(snapshot, coalesced: coalesced) } }
    case .location(let id):
      let location = encoder.snapshot(of: engine.location)
      write { $0.notification("locationChanged") { $0.change(id, location, coalesced: coalesced) } }
    case .attempt: preconditionFailure("the snapshot has the attempt")
    }
  }
}

extension NativeProfile {
  func goOn(from former: any Profile, in session: Session) {
    let former = former as? NativeProfile
    // First, because what begins is published at once.
    if let former { (notifications, isInitialized) = (former.notifications, former.isInitialized) }
    session.begin()
    if let former { screens.goOn(from: former.screens, in: session) }
  }

  func misconfigurationChanged() { screens.misconfigurationChanged() }

  func sharedText(of change: Change) -> JSONText? {
    if case .resource(let id) = change { encoder.snapshot(of: id, in: engine.resources) } else { nil }
  }
}

extension SessionProfile {
  /// statusd's own protocol.
  package static let native = SessionProfile(
    NotificationMethods(
      resource: "stateChanged", location: "locationChanged", screen: "screenChanged")
  ) { NativeProfile($0, $1) }

  /// The same for a session of code in this process, which has nobody to notify.
  static let silent = SessionProfile(native.notifications) { engine, encoder in
    let profile = NativeProfile(engine, encoder)
    profile.notifications = NativeProfile.Notifications(
      stateChanged: false, locationChanged: false, screenChanged: false)
    return profile
  }
}
