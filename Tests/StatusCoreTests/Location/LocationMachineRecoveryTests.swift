import Testing

@testable import StatusCore

/// What becomes of a failure of the location, and who is notified.
@Suite struct LocationMachineRecoveryTests {
  private var machine = LocationMachine()
  private let subscription: SubscriptionID
  private let id = FailureID(rawValue: "f1")

  /// One subscriber, to whom everything is published at once, and a failure.
  init() {
    subscription = machine.subscribe(LocationFilter()).id
    machine.responded(to: subscription, at: .start)
    _ = machine.failed(failure("f1"), at: .start)
  }

  private func failure(_ id: String, _ kind: FailureKind = .locationNoDevice) -> Failure {
    let context = FailureContext(resource: .location, presentation: .inline, at: .start)
    return Failure(Problem(kind), id: FailureID(rawValue: id), in: context)
  }

  private var shown: [RecoveryOptionID]? { machine.snapshot.failure?.options.map(\.id) }

  private mutating func find() {
    _ = machine.found(Position(Coordinate(latitude: 1, longitude: 2)), at: .start)
  }

  @Test mutating func `without a position a settled failure leaves it loading`() {
    #expect(machine.settle(id, at: .start) == [subscription])
    #expect(machine.snapshot.status == .loading && machine.snapshot.failure == nil)
    #expect(machine.snapshot.revision == 2)
  }

  @Test mutating func `with a position a settled failure leaves it loaded`() {
    find()
    _ = machine.failed(failure("f1"), at: .start)
    #expect(machine.settle(id, at: .start) == [subscription])
    #expect(machine.snapshot.status == .loaded && machine.snapshot.failure == nil)
  }

  @Test mutating func `a failure that is not shown changes nothing when it is settled`() {
    let before = machine.snapshot
    #expect(machine.settle(FailureID(rawValue: "f2"), at: .start) == [])
    #expect(machine.snapshot == before)
  }

  @Test mutating func `while an option runs it and cancel are offered`() {
    #expect(shown == [.cancel, .tryAgain, .keepTrying, .useDemoRoute, .openSettings])
    let run = RecoveryRun(failure: id, option: .keepTrying)
    #expect(machine.recoveryBegan(run, at: .start) == [subscription])
    #expect(shown == [.cancel, .keepTrying])
    #expect(machine.recoveryBegan(run, at: .start) == [])
    #expect(machine.recoveryEnded(id, at: .start) == [subscription])
    #expect(shown == [.cancel, .tryAgain, .keepTrying, .useDemoRoute, .openSettings])
  }

  @Test mutating func `the recovery of a failure that is not shown notifies nobody`() {
    let run = RecoveryRun(failure: FailureID(rawValue: "f2"), option: .tryAgain)
    #expect(machine.recoveryBegan(run, at: .start) == [])
    #expect(machine.recoveryEnded(run.failure, at: .start) == [])
  }

  @Test mutating func `the fresh failure of a recovery takes the place of the old one`() {
    #expect(machine.replaceFailure(FailureID(rawValue: "f2"), with: failure("f3"), at: .start) == [])
    #expect(machine.replaceFailure(id, with: failure("f3"), at: .start) == [subscription])
    #expect(machine.snapshot.failure?.id.rawValue == "f3" && machine.snapshot.status == .failed)
  }

  @Test mutating func `the failure that stands is known whatever its excerpt`() {
    var problem = Problem(.malformedData)
    problem.detail.excerpt = "<p>1</p>"
    let context = FailureContext(resource: .location, at: .start)
    _ = machine.failed(Failure(problem, id: FailureID(rawValue: "f2"), in: context), at: .start)
    problem.detail.excerpt = "<p>2</p>"
    #expect(machine.standingFailure(equalTo: problem)?.id.rawValue == "f2")
    problem.detail.reason = "html"
    #expect(machine.standingFailure(equalTo: problem) == nil)
  }

  @Test mutating func `the conditions are those of the position`() {
    #expect(machine.conditions == RecoveryConditions())
    find()
    #expect(machine.conditions == RecoveryConditions(hasValue: true))
  }

  // Of the same place, whose altitude may be another.
  @Test mutating func `at a standstill another altitude passes the filter that lets all pass`() {
    find()
    var position = Position(Coordinate(latitude: 1, longitude: 2))
    position.altitude = 3
    #expect(machine.found(position, at: .start) == [subscription])
  }
}
