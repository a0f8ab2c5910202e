import Engine
import EngineTestSupport
import Logging
import Reactor
import StatusCore
import TestSupport
import Testing

/// An engine in this process, without a session: the test is its owner, its sources and its clock.
@LoopActor
final class EnginePlay: ManualPlay {
  let engine: Engine
  /// On whose behalf the test asks.
  let owner = Owner("test")
  private let parts: ScriptedParts
  /// What the owner was notified of and the test has not read yet.
  private var unread: [ResourceSnapshot] = []
  private var unreadPlaces: [String] = []
  /// Whether each wait of the test's is over.
  private var ends: [@LoopActor () -> Bool] = []

  /// - Parameter live: How the source of `state` delivers values by itself.
  init(live: LiveMode? = nil, _ configure: (inout Configuration) -> Void = { _ in }) {
    parts = ScriptedParts(live: live)
    var configuration = Configuration.plain
    configure(&configuration)
    engine = Engine(
      configuration, parts: parts.engineParts(for: configuration), loop: LoopActor.shared.loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    engine.observe(owner) { [weak self] in self?.note($0) }
    engine.begin(for: owner)
  }
}

/// Plays with an engine, and checks at the end that every wait of the test's is over.
///
/// - Parameter configure: Changes a configuration with one attempt for each fetch and no minimum time.
@LoopActor
func withEngine(
  live: LiveMode? = nil, _ configure: (inout Configuration) -> Void = { _ in },
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (EnginePlay) throws -> Void
) rethrows {
  let play = EnginePlay(live: live, configure)
  try body(play)
  play.expectNothingOpen(sourceLocation)
}

// MARK: The engine's parts

extension EnginePlay {
  var timers: TimerQueue { parts.clock.timers }
  var state: ScriptedSource { parts.state }
  var menu: ScriptedSource { parts.menu }
  var instances: ScriptedInstances { parts.instances }
  var location: ScriptedLocation { parts.location }
  var place: ScriptedSource { parts.place }
  var store: ScriptedStore { parts.store }
  var means: ScriptedMeans { parts.means }
}

// MARK: Asking

extension EnginePlay {
  /// The resource of that id; of a parameterised one the instance, which is made if there is none.
  subscript(id: ResourceID) -> Resource {
    if let arguments = id.arguments, let family = engine.resources.family(id.name.rawValue),
      let instance = try? engine.resources.instance(of: family, with: arguments)
    {
      return instance
    }
    guard let resource = engine.resources[id] else { preconditionFailure("there is no resource \(id)") }
    return resource
  }

  /// Fetches a resource once, as `refresh` does.
  @discardableResult
  func fetch(_ id: ResourceID = .state, timeout: Duration? = nil) -> Pending<ResourceSnapshot> {
    wait(for: self[id].fetch(Operation("refresh", timeout: timeout), minimum: engine.minimumRequestTime))
  }

  /// Switches polling on or off for the owner.
  func setPolling(_ isEnabled: Bool, every interval: Duration? = nil, of id: ResourceID = .state) {
    self[id].setPolling(isEnabled, interval: interval, for: owner)
    settle()
  }

  /// Chooses an option of a failure, which must offer it; of the newest one if none is named.
  @discardableResult
  func choose(
    _ option: RecoveryOptionID = .tryAgain, of failure: FailureID? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Pending<RecoveryResult> {
    do throws(Problem) {
      switch try choice(option, of: failure) {
      case .ended(let result):
        settle()
        return Pending(.success(result))
      case .waits(let begin): return wait(for: begin())
      }
    } catch {
      Issue.record("\(option.rawValue) is refused: \(error)", sourceLocation: sourceLocation)
      return Pending(nil)
    }
  }

  /// Why an option of a failure cannot be chosen; nil if it can, which changes nothing of what takes time.
  func refusal(_ option: RecoveryOptionID = .tryAgain, of failure: FailureID? = nil) -> Problem? {
    do throws(Problem) {
      _ = try choice(option, of: failure)
      return nil
    } catch {
      return error
    }
  }

  private func choice(_ option: RecoveryOptionID, of failure: FailureID?) throws(Problem) -> Recoveries.Choice
  {
    try engine.recoveries.choose(
      failureID: failure?.rawValue, optionID: option.rawValue, of: engine.makeFailureBook(), for: owner,
      minimum: engine.minimumRequestTime)
  }

  func wait<Value>(for ticket: Ticket<Value>) -> Pending<Value> {
    let pending = Pending(ticket)
    ends.append { pending.isOver }
    settle()
    return pending
  }

  fileprivate func expectNothingOpen(_ sourceLocation: SourceLocation) {
    settle()
    let open = ends.count { !$0() }
    #expect(open == 0, "waits that have not ended", sourceLocation: sourceLocation)
  }
}

// MARK: Time

extension EnginePlay {
  /// Does everything that needs no more time.
  func settle() {
    LoopActor.shared.loop.runUntilIdle()
  }

  func advance(by duration: Duration) {
    timers.advance(by: duration) { LoopActor.shared.loop.runUntilIdle() }
    settle()
  }

  /// The time of day.
  var now: Timestamp { parts.clock.now }
}

// MARK: Looking

extension EnginePlay {
  var snapshot: ResourceSnapshot { self[.state].snapshot }

  /// The past fetches of `state` that this process remembers, newest first.
  var history: [FetchSample] {
    guard case .known(let samples) = self[.state].fetches(since: nil, limit: 100) else { return [] }
    return samples
  }

  /// The snapshots that were published since the last call, one for each change.
  func changes() -> [ResourceSnapshot] {
    settle()
    defer { unread = [] }
    return unread
  }

  /// The changes since the last call, in a few words each.
  func words() -> [String] { changes().map(\.words) }

  /// The changes of the location since the last call, one for each subscription that is due: `l1 loaded 3 @1.5`.
  func places() -> [String] {
    settle()
    defer { unreadPlaces = [] }
    return unreadPlaces
  }

  private func note(_ change: Change) {
    switch change {
    case .resource(let id): if let resource = engine.resources[id] { unread.append(resource.snapshot) }
    case .location(let id): unreadPlaces.append("\(id.rawValue) \(engine.location.snapshot.words)")
    case .attempt: break
    }
  }
}
