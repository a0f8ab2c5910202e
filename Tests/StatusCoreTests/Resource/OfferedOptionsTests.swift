import Testing

@testable import StatusCore

/// At random: what a snapshot offers is what the ledger performs.
@Suite struct OfferedOptionsTests {
  /// A machine and a ledger with an owner that chooses what is offered.
  struct Walk {
    var machine = ResourceMachine(resource: .menu)
    var ledger = FailureLedger()
    var chance: SplitMix64
    var now = Duration.zero
    var running: RecoveryRun?

    init(seed: UInt64) { chance = SplitMix64(seed: seed) }

    var moment: Moment { .after(now) }

    mutating func record(_ problem: Problem) -> Failure {
      let context = FailureContext(
        operation: "refresh", resource: .menu, conditions: machine.conditions, at: moment.time)
      return ledger.record(problem, in: context)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `every option that is shown can be chosen, and no other of the failure`(seed: UInt64) throws {
    var walk = Walk(seed: seed)
    var shown = 0
    for _ in 0..<300 {
      walk.step()
      guard let failure = walk.machine.snapshot.failure else { continue }
      shown += 1
      let offered = failure.options.filter { $0.id != .showHelp }.map(\.id)
      let chosen = RecoveryOptionID.builtIn.filter { option in
        let choice = try? walk.ledger.choice(
          failureID: failure.id.rawValue, optionID: option.rawValue,
          conditions: { _ in walk.machine.conditions })
        return choice != nil && option != .showHelp
      }
      #expect(offered == chosen)
    }
    #expect(shown > 30)
  }
}

extension OfferedOptionsTests.Walk {
  mutating func step() {
    now += .milliseconds(chance.next(in: 0...2_000))
    switch chance.next(in: 0...8) {
    case 0: ask(FetchRequest(minimum: .milliseconds(300)))
    case 1: _ = machine.waiterLeft(WaiterID(chance.next(in: 0...3)), at: moment)
    case 2 where chance.next(in: 0...3) == 0: succeed()
    case 3, 4: fail()
    case 5: _ = machine.setPolling(chance.next(in: 0...1) == 0, at: moment)
    case 6: choose()
    case 7: endRecovery()
    default: break
    }
    while let due = machine.timePassed(at: moment, fence: nil, using: &chance, recording: &ledger) {
      perform(due)
    }
  }

  private mutating func ask(_ request: FetchRequest) {
    _ = machine.fetchRequested(by: WaiterID(chance.next(in: 0...3)), request, at: moment)
  }

  private mutating func succeed() {
    guard let attempt = machine.flight?.attempt else { return }
    let value = ResourceValue.menu(at: Double(chance.next(in: 0...2)))
    if machine.attemptSucceeded(attempt, with: value, at: moment, using: &chance) != nil {
      ledger.resourceSucceeded(.menu)
      running = nil
    }
  }

  private mutating func fail() {
    guard let attempt = machine.flight?.attempt else { return }
    let kinds: [FailureKind] = [.offline, .serverError, .unauthorized, .outOfSpace, .sourceMisconfigured]
    let problem = Problem(kinds[chance.next(in: 0...4)], retryAfter: .seconds(6))
    fail(attempt, with: problem)
  }

  private mutating func fail(_ attempt: AttemptID, with problem: Problem) {
    _ = machine.attemptFailed(attempt, with: problem, at: moment, using: &chance, recording: &ledger)
  }

  private mutating func perform(_ due: ResourceMachine.DueAction) {
    switch due {
    case .expire(let id): fail(id, with: Problem(.timeout))
    case .giveUp(let waiter, _):
      _ = machine.gaveUp(
        waiter, with: Problem(.timeout), at: moment, using: &chance, recording: &ledger)
    case .timeOut: _ = record(Problem(.timeout))
    case .fail, .start, .look: break
    }
  }

  private mutating func choose() {
    guard let failure = machine.snapshot.failure else { return }
    let option = failure.options[chance.next(in: 0...failure.options.count - 1)]
    let choice = try? ledger.choice(
      failureID: failure.id.rawValue, optionID: option.id.rawValue, conditions: { _ in machine.conditions })
    switch choice {
    case .settle(let failure), .interrupt(let failure, _), .perform(let failure, .useLastKnown):
      ledger.settle(failure.id)
      machine.recoveryEnded(failure.id, at: moment)
      machine.settle(failure.id, at: moment)
    case .perform(_, .keepTrying): _ = machine.setPolling(true, at: moment)
    case .perform(let failure, let option): begin(RecoveryRun(failure: failure.id, option: option))
    case .join, .leave, nil: break
    }
  }

  private mutating func begin(_ run: RecoveryRun) {
    endRecovery()
    running = run
    ledger.recoveryBegan(run.failure, run.option)
    if run.option == .tryAgain {
      ask(FetchRequest(recovering: run))
    } else {
      machine.recoveryBegan(run, at: moment)
    }
  }

  /// It fails, or is abandoned.
  private mutating func endRecovery() {
    guard let run = running else { return }
    running = nil
    machine.recoveryEnded(run.failure, at: moment)
    guard chance.next(in: 0...1) == 0 else { return ledger.recoveryAbandoned(run.failure) }
    ledger.recoveryEnded(run.failure)
    machine.replaceFailure(run.failure, with: record(Problem(.sourceMisconfigured)), at: moment)
  }
}
