import EngineTestSupport
import Jansson
import Logging
import Providers
import Reactor
import StatusCore
import TestSupport

@testable import Engine
@testable import StatusServer

/// A daemon with two clients under a manual clock that is driven at random, beside a model that knows what must
/// come of it (docs/protocol.md).
///
/// The model hears of every call that is sent, everything that the daemon asks of a source, and every message
/// that it writes, in the order in which they happen. It is by far simpler than the engine, because it predicts
/// no chance: where the daemon may choose, such as the length of a wait, the model has a range.
@LoopActor
final class Simulation {
  private let clock = ManualClock(loop: LoopActor.shared.loop)
  var random: SeededGenerator
  let rules = OptionRules()
  let models: [ResourceModel]
  let sources: [SimulatedSource]
  let store = ScriptedStore()
  let means = ScriptedMeans()
  private let server: Server
  var clients: [SimulatedClient] = []
  /// Sources fail as soon as they are asked, and clients do nothing but ask.
  let isImpatient: Bool

  var calls: [CallID: CallModel] = [:]
  var failures: [FailureModel] = []
  var recoveries: [RecoveryModel] = []
  /// Recoveries whose command runs, in the order in which they began to.
  var commandQueue: [RecoveryModel] = []
  /// Recoveries that wait for the network, in the order in which they began to.
  var networkQueue: [RecoveryModel] = []
  var fences: [String: (end: Duration, kind: FailureKind, status: Int?)] = [:]
  /// The newest failure that was reported, by its number.
  var newestFailure = 0
  var responsesToNobody = 0
  var failureCount = 0
  var firstFailure: FailureModel?
  /// How many fetches callers have begun.
  var calledFetches = 0
  /// What waits may now be answered with `shuttingDown`.
  var isDraining = false

  /// What went wrong first.
  private(set) var violation: String?
  private var trace: [(step: Int, at: Duration, what: Noted)] = []
  private(set) var stepCount = 0

  init(seed: UInt64, isImpatient: Bool = false) {
    self.isImpatient = isImpatient
    random = SeededGenerator(seed: seed)
    let builds = ResourceName(rawValue: "builds")
    let branches = ResourceName(rawValue: "branches")
    let instances = ["main", "next"].map { ResourceID(branches, ResourceArguments(["branch": $0])) }
    let plans: [(ResourceID, ResourceShape, String?, Duration?)] =
      [
        (.state, .fleet, "server", nil), (.menu, .menu, "server", .seconds(60)),
        (ResourceID(builds), .fleet, nil, .seconds(5)),
      ] + instances.map { ($0, .fleet, nil, .seconds(20)) }
    models = plans.map { ResourceModel($0.0, origin: $0.2 ?? $0.0.name.rawValue, staleAfter: $0.3) }
    let sources = plans.map { SimulatedSource("test:\(ResourceModel.name(of: $0.0))", origin: $0.2) }
    self.sources = sources
    var configuration = Configuration()
    configuration.fixChance(by: seed)
    configuration.recoveryOptions = CustomRule.all.map(\.configured)
    configuration.resources = plans.dropLast().map { plan in
      var resource = Configuration.Resource(name: plan.0.name, shape: plan.1)
      resource.policy.staleAfter = plan.3
      return resource
    }
    configuration.resources[3].source = Self.template
    var parts = EngineParts()
    parts.source = { id, _ in sources.first { $0.address == "test:\(ResourceModel.name(of: id))" } }
    (parts.store, parts.means, parts.clock) = (store, means.recoveryMeans, clock)
    server = Server(
      configuration, parts: parts, loop: LoopActor.shared.loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    listen()
    clients = (0..<2).map { connect($0) }
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
    // Before any session, so that the model knows of a change before anyone is notified of it.
    server.engine.observe(Owner("model")) { [unowned self] change in
      guard case .resource(let id) = change, let model = models.first(where: { $0.id == id }) else {
        return expect(false, "\(change) has changed")
      }
      snapshotChanged(model, to: resource(of: model).snapshot)
    }
  }

  /// A client comes; its notifications begin with the next change.
  func connect(_ number: Int) -> SimulatedClient {
    let client = SimulatedClient(number, server, timers: timers) { [unowned self] in message($1, to: $0) }
    for model in models { client.notified[model.id] = model.revision }
    return client
  }

  var timers: TimerQueue { clock.timers }
  var now: Duration { timers.now.sinceOrigin }

  func resource(of model: ResourceModel) -> Resource {
    let resources = server.engine.resources
    if let arguments = model.id.arguments, let family = resources.family(model.id.name.rawValue),
      let instance = try? resources.instance(of: family, with: arguments)
    {
      return instance
    }
    guard let resource = resources[model.id] else { preconditionFailure("no resource \(model.name)") }
    return resource
  }

  private static let template: SourceAddress = {
    guard let address = try? SourceAddress("file:{branch}") else { preconditionFailure("no address") }
    return address
  }()
}

extension CustomRule {
  fileprivate var configured: Configuration.RecoveryOption {
    var option = Configuration.RecoveryOption(name: name)
    option.title = name
    option.kinds = kinds.map { Set($0.compactMap { FailureKind(rawValue: $0) }) }
    option.command = isPerformed ? Command(program: name) : nil
    return option
  }
}

// MARK: Speaking

extension Simulation {
  func send(_ method: String, _ params: String, as id: CallID?, from client: SimulatedClient) {
    let identity = id.map { #""id":\#($0.number),"# } ?? ""
    note("→ \(client.number) \(id?.number ?? 0) \(method) \(params)")
    client.receive(#"{"jsonrpc":"2.0",\#(identity)"method":"\#(method)","params":\#(params)}"#)
    settle()
  }

  func advance(by duration: Duration) {
    note("time + \(duration)")
    timers.advance(by: duration, settle: settle)
  }

  /// What was put off happens before anything else does.
  func settle() {
    LoopActor.shared.loop.runUntilIdle()
    for model in models { catchUp(model) }
  }

  func endTurn() {
    for client in clients { client.endTurn() }
  }
}

// MARK: Judging

extension Simulation {
  func expect(_ condition: Bool, _ what: @autoclosure () -> String) {
    guard !condition, violation == nil, !isDraining else { return }
    violation = "step \(stepCount), at \(now): \(what())"
  }

  /// Something that happened, in words or as the daemon wrote it: only a violation makes a string of it.
  private enum Noted {
    case words(() -> String)
    case message(Int, [UInt8])
  }

  func note(_ line: @autoclosure @escaping () -> String) { keep(.words(line)) }
  func note(_ message: [UInt8], to client: Int) { keep(.message(client, message)) }

  private func keep(_ noted: Noted) {
    if violation == nil { trace.append((stepCount, now, noted)) }
    if trace.count > 400 { trace.removeFirst(200) }
  }

  /// The last things that happened, for who looks into a violation.
  var lastLines: String {
    trace.suffix(80).map { line in
      switch line.what {
      case .words(let words): "\(line.step) \(line.at) \(words())"
      case .message(let client, let bytes):
        "\(line.step) \(line.at) ← \(client) \(String(decoding: bytes.prefix(600), as: UTF8.self))"
      }
    }.joined(separator: "\n")
  }

  /// One thing at random, and then everything is compared.
  func step() {
    stepCount += 1
    act()
    // What is due at once.
    timers.advance(by: .zero, settle: settle)
    settle()
    endTurn()
    check()
  }
}
