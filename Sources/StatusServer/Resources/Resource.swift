import Jansson
import Logging
import Providers
import Reactor
import StatusCore

/// A thing that the daemon fetches and remembers: the shell around ``ResourceMachine`` that starts attempts,
/// keeps deadlines and tells those who wait.
@LoopActor
final class Resource {
  /// Told how a fetch ended, with the snapshot as text, once, unless the waiter has left.
  typealias Completion = @LoopActor (Result<JSONText, Failure>) -> Void

  let shape: ResourceShape
  private var machine: ResourceMachine
  private let source: any Source
  private let timers: TimerQueue
  private let failures: FailureBook
  private var waiters: [WaiterID: Waiter] = [:]
  private var nextWaiter = 0
  private var flight: Flight?
  /// The value as text, once it was told.
  private var valueText: JSONText?

  /// Called after every change of the snapshot, before those who wait are told.
  var changed: (@LoopActor (ResourceName) -> Void)?

  /// Someone who waits for the flight under way.
  private struct Waiter {
    let operation: Operation
    /// The failure that this one wants to recover from, who came by `retry`.
    let recovering: FailureID?
    let completion: Completion
    let deadline: Timer?
  }

  /// The fetch under way.
  private struct Flight {
    let id: FlightID
    /// The call that started it, which its failure names.
    let operation: Operation
    let start: Instant
    var attempt: (any SourceAttempt)?
  }

  init(
    name: ResourceName, shape: ResourceShape, source: any Source, timers: TimerQueue, failures: FailureBook
  ) {
    self.shape = shape
    self.source = source
    self.timers = timers
    self.failures = failures
    machine = ResourceMachine(resource: name)
  }

  var snapshot: ResourceSnapshot { machine.snapshot }

  /// The snapshot to be told.
  var told: SnapshotText {
    if valueText == nil { valueText = snapshot.value.map { value in JSONText { $0.resourceValue(value) } } }
    return SnapshotText(snapshot: snapshot, value: valueText)
  }
  var name: ResourceName { machine.snapshot.resource }
}

// MARK: Asking

extension Resource {
  /// Fetches once, or joins the fetch that is under way.
  ///
  /// An operation's timeout is its caller's own: it ends this wait, and the fetch only if nobody else waits.
  /// - Parameter recovering: The failure that this is to recover from; a new one will name it.
  @discardableResult
  func fetch(
    _ operation: Operation, recovering: FailureID? = nil, _ completion: @escaping Completion
  ) -> WaiterID {
    let waiter = WaiterID(nextWaiter)
    nextWaiter += 1
    let deadline = operation.timeout.map { timeout in
      timers.schedule(after: timeout) { [weak self] in self?.timedOut(waiter) }
    }
    waiters[waiter] = Waiter(
      operation: operation, recovering: recovering, completion: completion, deadline: deadline)
    if case .start(let id) = machine.fetchRequested(by: waiter) { start(id, operation) }
    return waiter
  }

  /// A waiter wants no answer any more; with the last one the fetch ends.
  func leave(_ waiter: WaiterID) {
    waiters.removeValue(forKey: waiter)?.deadline?.cancel()
    guard case .abort = machine.waiterLeft(waiter) else { return }
    endFlight()
    changed?(name)
  }

  private func start(_ id: FlightID, _ operation: Operation) {
    flight = Flight(id: id, operation: operation, start: timers.now)
    flight?.attempt = source.fetch(SourceRequest()) { [weak self] in self?.attemptEnded(id, $0) }
    changed?(name)
  }

  private func endFlight() {
    flight?.attempt?.cancel()
    flight = nil
  }
}

// MARK: Ending

extension Resource {
  private func attemptEnded(_ id: FlightID, _ outcome: Result<SourceReply, Problem>) {
    guard let flight, flight.id == id else { return }
    switch outcome.flatMap(value(of:)) {
    case .success(let value): succeeded(id, with: value)
    case .failure(let problem): failed(flight, with: problem)
    }
  }

  /// nil for a value that is still the one there is.
  private func value(of reply: SourceReply) -> Result<ResourceValue?, Problem> {
    switch reply.content {
    case .value(let value): .success(value)
    case .body(let bytes): decode(bytes)
    case .notModified where snapshot.value != nil: .success(nil)
    case .notModified:
      .failure(Problem(.unexpectedStatus, explanation: "The server says 304 where nothing was kept."))
    }
  }

  private func decode(_ body: [UInt8]) -> Result<ResourceValue?, Problem> {
    // The tree that the decoder reads from is ten times the text, in small blocks.
    defer { if body.count > Self.largeBody { ResidentMemory.returnFreedBlocks() } }
    return ValueDecoder.decode(body, as: shape, from: source.address).map(\.self)
  }

  /// Bytes of a body that is worth looking through the heap for.
  private static let largeBody = 262_144

  private func succeeded(_ id: FlightID, with value: ResourceValue?) {
    flight = nil
    if value != nil { valueText = nil }
    let landed =
      if let value {
        machine.succeeded(id, with: value, at: failures.now)
      } else {
        machine.succeededUnchanged(id, at: failures.now)
      }
    failures.resourceSucceeded(name)
    changed?(name)
    let told = told
    tell(landed ?? [], .success(JSONText { $0.snapshot(told) }))
  }

  private func failed(_ ended: Flight, with problem: Problem) {
    endFlight()
    let attempt = Attempt(kind: problem.kind, duration: timers.now - ended.start)
    // Whoever still waits by `retry`, the earliest, has the failure that this one follows.
    let recovering = machine.waiters.lazy.compactMap { [waiters] in waiters[$0]?.recovering }.first
    let failure = record(problem, ended.operation, recovering: recovering, attempts: [attempt])
    let landed = machine.failed(ended.id, with: failure)
    changed?(name)
    tell(landed ?? [], .failure(failure))
  }

  /// The caller's own time is over: alone it takes the fetch with it, among others it just leaves.
  private func timedOut(_ id: WaiterID) {
    guard let waiter = waiters[id], let flight else { return }
    let problem = Problem.operationTimedOut(waiter.operation, source.address)
    guard waiters.count > 1 else { return failed(flight, with: problem) }
    leave(id)
    let attempt = Attempt(kind: .timeout, duration: timers.now - flight.start)
    let failure = record(
      problem, waiter.operation, recovering: waiter.recovering, attempts: [attempt])
    waiter.completion(.failure(failure))
  }

  private func record(
    _ problem: Problem, _ operation: Operation, recovering: FailureID?, attempts: [Attempt]
  ) -> Failure {
    let hasValue = snapshot.value != nil
    let context = FailureContext(
      operation: operation, resource: name, presentation: hasValue ? .alert : .inline, attempts: attempts,
      previousFailureID: recovering, hasValue: hasValue, at: failures.now)
    return failures.record(problem, in: context)
  }

  private func tell(_ landed: [WaiterID], _ outcome: Result<JSONText, Failure>) {
    for id in landed {
      guard let waiter = waiters.removeValue(forKey: id) else { continue }
      waiter.deadline?.cancel()
      waiter.completion(outcome)
    }
  }
}

extension Problem {
  fileprivate static func operationTimedOut(_ operation: Operation, _ address: String) -> Problem {
    var detail = FailureDetail()
    detail.url = address
    let limit = operation.timeout.map { " within \($0)" } ?? ""
    return Problem(.timeout, detail: detail, explanation: "\(operation.method) was not done\(limit).")
  }
}
