import Providers
import Reactor
import StatusCore

@testable import StatusServer

/// What happens at random.
extension Simulation {
  func act() {
    switch roll(100) {
    case ..<20: refresh()
    case ..<26: setPolling(of: pick(models))
    case ..<34: retry()
    case ..<41: cancelSomething()
    case ..<44: look()
    case ..<66: endAttempt(of: pick(Array(models.indices)))
    case ..<68: changeSurroundings()
    case ..<84: advance(by: .nanoseconds(Int64(roll(400_000_000))))
    case ..<96: advance(by: .nanoseconds(Int64(roll(12_000_000_000))))
    case ..<99: advance(by: .nanoseconds(Int64(roll(60_000_000_000))))
    default: advance(by: .nanoseconds(Int64(roll(900_000_000_000))))
    }
  }

  func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }

  func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }

  private func refresh() {
    let id = nextCall
    nextCall += 1
    let model = pick(models)
    let seconds: Double? = roll(3) == 0 ? Double(50 + roll(8_000)) / 1_000 : nil
    let timeout = seconds.map { Duration.seconds($0) }
    let isMenu = model.name == .menu && timeout == nil && roll(2) == 0
    calls[id] = CallModel(method: isMenu ? "fetchMenu" : "refresh", admitted: now)
    fetchRequested(model, by: WaiterModel(.call(id), timeout: timeout, at: now))
    let limit = seconds.map { #","timeout":\#($0)"# } ?? ""
    send(
      isMenu ? "fetchMenu" : "refresh", isMenu ? "{}" : #"{"resource":"\#(model.name)"\#(limit)}"#, id: id)
  }

  private func setPolling(of model: ResourceModel) {
    let id = nextCall
    nextCall += 1
    let isEnabled = roll(3) > 0
    let seconds: Double? = roll(2) == 0 ? Double(100 + roll(40_000)) / 1_000 : nil
    calls[id] = CallModel(method: "setAutoPolling", admitted: now, expected: (.polling(model), at: now))
    switchPolling(of: model, isEnabled, interval: seconds.map { Duration.seconds($0) })
    let every = seconds.map { #","interval":\#($0)"# } ?? ""
    send("setAutoPolling", #"{"enabled":\#(isEnabled),"resource":"\#(model.name)"\#(every)}"#, id: id)
  }

  private func cancelSomething() {
    guard !calls.isEmpty else { return }
    let id = pick(calls.keys.sorted())
    cancel(id)
    send("$/cancelRequest", "[\(id)]", id: nil)
  }

  private func look() {
    let id = nextCall
    nextCall += 1
    let model = pick(models)
    calls[id] = CallModel(method: "getState", admitted: now, expected: (.anySnapshot(model), at: now))
    send("getState", #"["\#(model.name)"]"#, id: id)
  }

  private func changeSurroundings() {
    switch roll(3) {
    case 0: store.refusal = roll(2) == 0 ? Problem(.outOfSpace) : nil
    default: networkIsBack()
    }
  }
}

// MARK: Sources

extension Simulation {
  /// An attempt that has begun may end by itself, at some later time.
  func planEnd(of source: Int) {
    guard roll(2) == 0, let attempt = sources[source].attempt else { return }
    timers.schedule(after: .nanoseconds(Int64(1 + roll(3_000_000_000)))) { [weak self] in
      guard let self, sources[source].attempt === attempt else { return }
      endAttempt(of: source)
    }
  }

  func endAttempt(of index: Int) {
    guard sources[index].attempt != nil else { return }
    let model = models[index]
    if roll(5) < 2 {
      let content: SourceReply.Content =
        switch roll(4) {
        case 0: .notModified
        case 1: .value(model.value ?? value(of: model))
        default: .value(value(of: model))
        }
      let freshFor: Duration? = roll(6) == 0 ? .seconds(roll(100)) : nil
      sourceReplied(model, content, freshFor: freshFor)
      sources[index].end(.success(SourceReply(content, freshFor: freshFor)))
    } else {
      let problem = someProblem(of: sources[index])
      sourceFailed(model, problem)
      sources[index].end(.failure(problem))
    }
  }

  private func value(of model: ResourceModel) -> ResourceValue {
    let number = Double(roll(1_000))
    guard model.name == .menu else { return .fleet(at: number / 100) }
    return .menu(Menu(items: [MenuItem(name: "\(number)", category: "c", isSpicy: false, price: number)]))
  }

  private func someProblem(of source: SimulatedSource) -> Problem {
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
