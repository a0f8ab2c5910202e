import EngineTestSupport
import Providers
import Reactor
import StatusCore

@testable import Engine
@testable import StatusServer

/// What happens at random.
extension Simulation {
  func act() {
    let client = pick(clients)
    if isImpatient { return actImpatiently(client) }
    switch roll(100) {
    case ..<20: refresh(pick(models), from: client)
    case ..<26: setPolling(of: pick(models), from: client)
    case ..<32: retry(from: client)
    case ..<36: chooseShown(from: client)
    case ..<43: cancelSomething(from: client)
    case ..<46: look(from: client)
    case ..<66: endAttempt(of: pick(Array(models.indices)))
    case ..<68: changeSurroundings()
    case ..<84: advance(by: .nanoseconds(Int64(roll(400_000_000))))
    case ..<96: advance(by: .nanoseconds(Int64(roll(12_000_000_000))))
    case ..<99: advance(by: .nanoseconds(Int64(roll(60_000_000_000))))
    default: roll(3) == 0 ? comeAgain(client) : advance(by: .nanoseconds(Int64(roll(900_000_000_000))))
    }
  }

  private func actImpatiently(_ client: SimulatedClient) {
    switch roll(3) {
    case 0: refresh(models[0], from: client)
    case 1: chooseShown(from: client)
    default: advance(by: .nanoseconds(Int64(roll(40_000_000))))
    }
  }

  func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }

  func begin(
    _ method: String, from client: SimulatedClient, expecting expected: CallModel.Expected? = nil
  ) -> CallID {
    let id = CallID(client: client.number, number: client.nextCall)
    client.nextCall += 1
    calls[id] = CallModel(method: method, expected: expected.map { ($0, at: now) })
    return id
  }

  private func refresh(_ model: ResourceModel, from client: SimulatedClient) {
    let seconds: Double? = !isImpatient && roll(3) == 0 ? Double(50 + roll(8_000)) / 1_000 : nil
    let timeout = seconds.map { Duration(nearest: $0) }
    let isMenu = model.id == .menu && timeout == nil && roll(2) == 0
    let method = isMenu ? "fetchMenu" : "refresh"
    let id = begin(method, from: client)
    fetchRequested(model, by: WaiterModel(.call(id), method, timeout: timeout, at: now))
    let limit = seconds.map { #","timeout":\#($0)"# } ?? ""
    send(method, isMenu ? "{}" : "{\(model.params)\(limit)}", as: id, from: client)
  }

  private func setPolling(of model: ResourceModel, from client: SimulatedClient) {
    let id = begin("setAutoPolling", from: client, expecting: .polling(model))
    let isEnabled = roll(3) > 0
    let seconds: Double? = roll(2) == 0 ? Double(100 + roll(40_000)) / 1_000 : nil
    wish(isEnabled, interval: seconds.map { Duration(nearest: $0) }, of: model, by: client.number)
    let every = seconds.map { #","interval":\#($0)"# } ?? ""
    let params = #"{"enabled":\#(isEnabled),\#(model.params)\#(every)}"#
    send("setAutoPolling", params, as: id, from: client)
  }

  /// A client cancels one of its calls, and nobody else's of the same id.
  private func cancelSomething(from client: SimulatedClient) {
    let own = calls.keys.filter { $0.client == client.number }.sorted()
    guard !own.isEmpty else { return }
    let id = pick(own)
    calls[id]?.expected = (.refusal("requestCancelled"), at: now)
    withdraw(id)
    send("$/cancelRequest", "[\(id.number)]", as: nil, from: client)
  }

  private func look(from client: SimulatedClient) {
    let model = pick(models)
    let id = begin("getState", from: client, expecting: .snapshot(model))
    send("getState", "{\(model.params)}", as: id, from: client)
  }

  /// A client goes, and with it what only it wanted; another comes.
  private func comeAgain(_ client: SimulatedClient) {
    note("\(client.number) goes")
    withdrawWishes(of: client.number)
    for id in calls.keys.sorted() where id.client == client.number {
      withdraw(id)
      calls[id] = nil
    }
    client.session.readerLeft()
    expect(client.isEnded, "the session of \(client.number) goes on")
    settle()
    clients[client.number] = connect(client.number)
  }

  private func changeSurroundings() {
    switch roll(9) {
    case 8: refuseWrite(of: pick(models))
    case 5...7: endCommand(with: roll(2) == 0 ? Problem(.commandFailed) : nil)
    case 0: store.problem = roll(2) == 0 ? Problem(pick([.outOfSpace, .diskFull, .storeUnwritable])) : nil
    case 1: store.obstacle = roll(2) == 0 ? Problem(.storeUnwritable) : nil
    case 2: means.faultOfConfiguration = roll(2) == 0 ? Problem(.sourceMisconfigured) : nil
    default:
      networkIsBack()
      settle()
    }
  }
}

extension Simulation {
  /// The disk refuses a value that the store had accepted: it goes on being shown.
  private func refuseWrite(of model: ResourceModel) {
    guard model.value != nil else { return }
    note("the disk refuses \(model.name)")
    model.isKept = false
    var problem = Problem(.diskFull)
    if model.flight == nil, model.failure == nil {
      problem.detail.url = "test:\(model.name)"
      model.failure = record(FailureModel.Origin(resource: model, problem: problem))
      model.status = .failed
    }
    store.onEvent?(.failed(model.id, Problem(.diskFull)))
    settle()
  }
}

// MARK: Choosing

extension Simulation {
  /// Chooses one of the options that a snapshot shows, which must not be refused.
  private func chooseShown(from client: SimulatedClient) {
    let shown = models.compactMap { resource(of: $0).snapshot.failure != nil ? $0.failure : nil }
    guard let failure = shown.randomElement(using: &random), failure.id != nil, isRemembered(failure),
      let options = resource(of: failure.resource).snapshot.failure?.options
    else { return }
    choose(failure, named: true, option: pick(options).id.rawValue, wasShown: true, from: client)
  }

  private func retry(from client: SimulatedClient) {
    let known = failures.suffix(12).filter { $0.hasSettings != nil && isRemembered($0) }
    switch roll(10) {
    case ..<6:
      guard let failure = known.randomElement(using: &random) else { return }
      choose(failure, named: true, option: someOption(of: failure), from: client)
    case ..<9:
      guard let failure = newestOpen() else {
        return failures.isEmpty
          ? choose(failureID: nil, option: nil, refusedWith: "nothingToRetry", from: client) : ()
      }
      if failure.hasSettings != nil, isRemembered(failure) {
        choose(failure, named: false, option: someOption(of: failure), from: client)
      }
    default:
      // The first of all is forgotten by then.
      let wrong = pick(["f0", "nonsense", failureCount > 300 ? firstFailure?.id ?? "f" : "f"])
      choose(failureID: wrong, option: nil, refusedWith: "failureNotFound", from: client)
    }
  }

  private func someOption(of failure: FailureModel) -> String? {
    switch roll(10) {
    case ..<7: pick(rules.possible(failure) + ["tryAgain"])
    case 7: pick(RecoveryOptionID.builtIn.map(\.rawValue))
    default: nil
    }
  }

  private func newestOpen() -> FailureModel? {
    failures.filter { $0.state != .settled }.max { ($0.number ?? .max) < ($1.number ?? .max) }
  }

  /// Only what is certain is asked for: of 256 that are remembered, the model sees most.
  private func isRemembered(_ failure: FailureModel) -> Bool {
    failure.number.map { newestFailure - $0 < 200 } ?? false
  }
}

// MARK: Sources

extension Simulation {
  /// An attempt that has begun may end by itself, at some later time.
  func planEnd(of source: Int) {
    guard let attempt = sources[source].attempt else { return }
    if isImpatient { return LoopActor.shared.loop.onNextTurn { [weak self] in self?.endAttempt(of: source) } }
    guard roll(2) == 0 else { return }
    timers.schedule(after: .nanoseconds(Int64(1 + roll(3_000_000_000)))) { [weak self] in
      guard let self, sources[source].attempt === attempt else { return }
      endAttempt(of: source)
    }
  }

  func endAttempt(of index: Int) {
    guard sources[index].attempt != nil else { return }
    let model = models[index]
    if !isImpatient, roll(5) < 2 {
      let content: SourceResponse.Content =
        switch roll(4) {
        case 0: .notModified
        case 1: .value(model.value ?? value(of: model))
        default: .value(value(of: model))
        }
      let freshFor: Duration? = roll(6) == 0 ? .seconds(roll(100)) : nil
      sourceReplied(model, content, freshFor: freshFor)
      sources[index].end(.success(SourceResponse(content, freshFor: freshFor)))
    } else {
      let problem = someProblem(of: sources[index])
      sourceFailed(model, problem)
      sources[index].end(.failure(problem))
    }
  }

  private func value(of model: ResourceModel) -> ResourceValue {
    let number = Double(roll(1_000))
    guard model.id == .menu else { return .fleet(at: number / 100) }
    return .menu(Menu(items: [MenuItem(name: "\(number)", category: "c", isSpicy: false, price: number)]))
  }

  private func someProblem(of source: SimulatedSource) -> Problem {
    if isImpatient { return Problem(.offline) }
    // Few kinds with each server, so that the same one comes again and again.
    var problem = Problem(pick(roll(2) == 0 ? [.serverError] : Self.kinds))
    problem.detail.url = source.address
    switch problem.kind {
    case .serverError: problem.detail.status = pick([500, 500, 501, 502, 504, 505])
    case .unexpectedStatus: problem.detail.status = pick([418, 425])
    default: break
    }
    if (1_200..<1_300).contains(problem.kind.code), roll(3) == 0 {
      problem.retryAfter = .milliseconds(roll(2) == 0 ? roll(5_001) : roll(40_000))
    }
    return problem
  }

  private static let kinds = FailureKind.allCases.filter { kind in
    (1_100..<1_400).contains(kind.code) || (1_600..<1_700).contains(kind.code)
  }
}
