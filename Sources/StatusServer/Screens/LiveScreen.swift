package import Engine
import JSONRPC
import Presenter
import Reactor
package import StatusCore
import Text

/// An open screen: the shell around ``ScreenMachine``.
///
/// It looks when something that it shows may have changed, which it sees by the generations of its resources, and at
/// the moment at which its words change. It remembers what the client was last sent.
@LoopActor
final class LiveScreen {
  let id: String
  var machine: ScreenMachine
  unowned let session: Session
  /// Each resource once, with the generation that was looked at last.
  private var resources: [(resource: Resource, generation: Int)]
  private var locationGeneration: Int?
  /// The refreshes and the recoveries that this screen waits for.
  var refreshes: [ResourceID: PendingCall] = [:]
  var recoveries: [FailureID: PendingCall] = [:]
  var subscription: SubscriptionID?
  /// The maps that the client was last sent, which other screens may share.
  var maps: [ResourceID: FleetMap] = [:]
  /// What the client was last sent.
  private(set) var sent: Screen
  /// The places of the parts that the client does not know yet, and of those of which it knows another shape.
  private var (unknown, reshaped): (Set<Int>, Set<Int>) = ([], [])
  /// What the client has opened it with; kept while the configuration is wrong, for the screen that it will be.
  var request: Arguments?
  /// Whether something has happened on this screen since it was looked at.
  private var isMarked = false
  /// The moments at which the screen may have changed since the client was last sent it.
  private var moments = 0
  private lazy var alarm = Alarm(on: session.engine.timers) { [weak self] in self?.mark() }

  init(_ id: String, _ machine: ScreenMachine, of resources: [Resource], _ session: Session) {
    self.id = id
    self.machine = machine
    self.session = session
    self.resources = resources.map { ($0, $0.generation) }
    sent = Screen()
  }

  func shows(_ id: ResourceID) -> Bool { resources.contains { $0.resource.id == id } }

  /// Shows another resource, behind the others.
  func add(_ part: ScreenPart, _ resource: Resource) {
    machine.add(part)
    if !shows(part.resource) { resources.append((resource, resource.generation)) }
    mark()
  }

  /// The resource on the screen with that id.
  func resource(_ id: ResourceID) -> Resource? { resources.first { $0.resource.id == id }?.resource }

  /// Something has happened on this screen.
  func mark() {
    isMarked = true
    session.endOfTurn?.mark()
  }

  /// Ends all that the screen has begun.
  func close() {
    alarm.date = nil
    for call in refreshes.values { session.giveUp(call) }
    for call in recoveries.values { session.giveUp(call) }
    stopLocation()
    maps = [:]
    session.server.maps.sweep()
  }
}

// MARK: Looking

extension LiveScreen {
  /// The screen that the client had, and at how many moments it was not sent the one of then.
  struct Change {
    let before: Screen
    let coalesced: Int
    /// The places of the parts that are to be sent whole.
    var whole: Set<Int> = []
    /// The places of those whose shape is to be sent.
    var reshaped: Set<Int> = []
  }

  /// The screen as the client is sent it now.
  func present() -> Screen {
    _ = hasNews()
    (isMarked, moments) = (false, 0)
    look()
    return sent
  }

  /// What has changed since the client was last sent the screen, which counts as sent now.
  ///
  /// - Returns: nil if nothing has.
  func change() -> Change? {
    hold()
    guard moments > 0 else { return nil }
    let (before, coalesced) = (sent, moments - 1)
    moments = 0
    look()
    guard unknown.isEmpty, reshaped.isEmpty else {
      defer { (unknown, reshaped) = ([], []) }
      return Change(before: before, coalesced: coalesced, whole: unknown, reshaped: reshaped)
    }
    return sent == before ? nil : Change(before: before, coalesced: coalesced)
  }

  /// Goes on as a screen that the client has had from another session, and of which it was last sent that.
  func goOn(from former: LiveScreen) {
    let (present, known) = (machine.look(at: sight(), session.engine.now), former.machine.parts)
    sent = former.sent
    sent.parts = machine.parts.enumerated().map { index, part in
      let place = known.firstIndex { $0.name.hasSameBytes(as: part.name) }
      if place == nil { unknown.insert(index) }
      if let place, known[place].shape != part.shape { reshaped.insert(index) }
      return place.map { former.sent.parts[$0] } ?? present.parts[index]
    }
    mark()
  }

  /// Counts a moment that the client may not see.
  func hold() {
    if hasNews() { moments += 1 }
  }

  private func look() {
    sent = machine.look(at: sight(), session.engine.now)
    alarm.date = machine.wakeAt.map { Instant(sinceOrigin: $0) }
  }

  /// Whether anything may have changed since the last call.
  private func hasNews() -> Bool {
    var isNew = isMarked
    isMarked = false
    for index in resources.indices {
      let generation = resources[index].resource.generation
      guard resources[index].generation != generation else { continue }
      resources[index].generation = generation
      isNew = true
    }
    if machine.showsLocation, locationGeneration != session.engine.location.generation {
      locationGeneration = session.engine.location.generation
      isNew = true
    }
    return isNew
  }

  /// What the daemon knows of everything on the screen.
  func sight() -> Sight {
    let recoveries = session.engine.recoveries
    var sight = Sight()
    func noteOption(of failure: Failure?) {
      guard let failure, let running = recoveries.runningOption(of: failure.id) else { return }
      sight.running[failure.id] = running
    }
    for (resource, _) in resources {
      let snapshot = resource.snapshot
      let tail = session.encoder.tail(of: snapshot)
      sight.resources[resource.id] = Sight.Resource(
        snapshot, presentation: tail.presentation ?? snapshot.failure?.presentation,
        polling: tail.autoPolling)
      noteOption(of: snapshot.failure)
    }
    if machine.showsLocation {
      sight.location = session.engine.location.snapshot
      noteOption(of: sight.location.failure)
    }
    for failure in machine.kept {
      sight.open[failure.id] = recoveries.present(failure, of: session.failures)
      noteOption(of: failure)
    }
    return sight
  }
}

extension Engine {
  /// The present moment on the engine's clock.
  package var now: Moment {
    Moment(
      uptime: timers.now.sinceOrigin,
      time: Timestamp(millisecondsSince1970: timers.source.millisecondsSince1970))
  }
}
