import JSONRPC
import Jansson
import Logging
import Providers
import Reactor
import StatusCore
import TestSupport

@testable import StatusServer

/// A whole session under a manual clock that is driven at random, beside a model that knows what must come of
/// it (PROTOCOL.md sections 5 to 7).
///
/// The model hears of every call that is sent, everything that the daemon asks of a source, and every message
/// that it writes, in the order in which they happen. It is by far simpler than the engine, because it predicts
/// no chance: where the daemon may choose, such as the length of a wait, the model has a range.
@LoopActor
final class Simulation {
  let timers = TimerQueue(source: ManualTime())
  var random: SeededGenerator
  let models: [ResourceModel]
  let sources: [SimulatedSource]
  let resources: [Resource]
  let store = ScriptedStore()
  let means = ScriptedMeans()
  let session: Session
  private let decoder: MessageDecoder

  var calls: [Int: CallModel] = [:]
  var failures: [FailureModel] = []
  var recoveries: [RecoveryModel] = []
  /// Recoveries that wait for the network, in the order in which they began to.
  var networkQueue: [RecoveryModel] = []
  var fences: [String: (end: Duration, kind: FailureKind)] = [:]
  /// The newest failure that was told, by its number.
  var newestFailure = 0
  var nextCall = 1
  var answersToNobody = 0
  var isEnded = false
  /// What waits may now be answered with `shuttingDown`.
  var isDraining = false

  /// What went wrong first.
  private(set) var violation: String?
  private var trace: [(step: Int, at: Duration, what: Noted)] = []
  private(set) var stepCount = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let plans: [(ResourceName, ResourceShape, String?, Duration?)] = [
      (.state, .fleet, "server", nil), (.menu, .menu, "server", .seconds(60)),
      (ResourceName(rawValue: "builds"), .fleet, nil, .seconds(5)),
    ]
    models = plans.map { ResourceModel($0.0, origin: $0.2 ?? $0.0.rawValue, staleAfter: $0.3) }
    let sources = plans.map { SimulatedSource("test:\($0.0)", origin: $0.2) }
    self.sources = sources
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let environment = ResourceEnvironment(
      timers: timers, failures: FailureBook(time: timers.source, logger: logger), logger: logger, seed: seed,
      store: store)
    resources = zip(plans, sources).map { plan, source in
      var policy = FetchPolicy()
      policy.staleAfter = plan.3
      return Resource(
        name: plan.0, shape: plan.1, source: source, policy: policy, environment: environment)
    }
    let services = Services(
      resources: Resources(resources), environment: environment, means: means.recoveryMeans,
      statistics: Statistics(timers: timers) { 0 })
    let configuration = Configuration()
    decoder = MessageDecoder(budget: configuration.limits.budget, batchLimit: configuration.limits.batch)
    let written = Written()
    session = Session(services: services, configuration: configuration, timers: timers) {
      written.message($0)
    }
    written.message = { [unowned self] in message($0) }
    listen()
  }

  /// The way of a message to the simulation, which is made after the session.
  @LoopActor
  private final class Written {
    var message: @LoopActor (JSONText) -> Void = { _ in }
  }

  private func listen() {
    for (index, (model, source)) in zip(models, sources).enumerated() {
      source.started = { [unowned self] isSecond in
        attemptStarted(model, isSecond: isSecond)
        planEnd(of: index)
      }
      source.cancelled = { [unowned self] in attemptCancelled(model) }
      source.expired = { [unowned self] in attemptExpired(model, $0) }
    }
    for (model, resource) in zip(models, resources) {
      let tellOutbox = resource.changed
      resource.changed = { [unowned self] name in
        snapshotChanged(model, to: resource.snapshot)
        tellOutbox?(name)
      }
    }
    session.ended = { [unowned self] _ in isEnded = true }
  }

  var now: Duration { timers.now.sinceOrigin }

  func resource(of model: ResourceModel) -> Resource {
    guard let resource = resources.first(where: { $0.name == model.name }) else {
      preconditionFailure("no resource \(model.name)")
    }
    return resource
  }
}

// MARK: Speaking

extension Simulation {
  func send(_ method: String, _ params: String, id: Int?) {
    let identity = id.map { #""id":\#($0),"# } ?? ""
    note("→ \(id.map(String.init) ?? "-") \(method) \(params)")
    let text = #"{"jsonrpc":"2.0",\#(identity)"method":"\#(method)","params":\#(params)}"#
    session.receive(decoder.decode(Array(text.utf8).span))
  }

  /// What the connection does at the end of a turn whose output was written.
  func endTurn() {
    session.flushNotifications()
    session.outputWritten()
  }

  func advance(by duration: Duration) {
    note("time + \(duration)")
    timers.advance(by: duration)
  }
}

// MARK: Judging

extension Simulation {
  func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
    guard !condition, violation == nil, !isDraining else { return }
    violation = "step \(stepCount), at \(now): \(what())"
  }

  /// Something that happened, in words or as the daemon wrote it: only a violation makes a text of it.
  private enum Noted {
    case words(() -> String)
    case message([UInt8])
  }

  func note(_ line: @autoclosure @escaping () -> String) { keep(.words(line)) }
  func note(_ message: [UInt8]) { keep(.message(message)) }

  private func keep(_ noted: Noted) {
    if violation == nil { trace.append((stepCount, now, noted)) }
    if trace.count > 400 { trace.removeFirst(200) }
  }

  /// The last things that happened, for who looks into a violation.
  var lastLines: String {
    trace.suffix(80).map { line in
      switch line.what {
      case .words(let words): "\(line.step) \(line.at) \(words())"
      case .message(let bytes):
        "\(line.step) \(line.at) ← \(String(decoding: bytes.prefix(600), as: UTF8.self))"
      }
    }.joined(separator: "\n")
  }

  /// One thing at random, and then everything is compared.
  func step() {
    stepCount += 1
    act()
    // What is due at once.
    timers.advance(by: .zero)
    endTurn()
    catchUp()
    check()
  }
}
