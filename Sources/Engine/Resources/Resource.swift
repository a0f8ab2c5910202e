import Logging
package import Providers
package import Reactor
package import StatusCore

/// A thing that the daemon fetches and remembers: the shell around ``ResourceMachine``.
///
/// It starts attempts, keeps the machine's timer, and ends the tickets of the callers.
@LoopActor
package final class Resource {
  package nonisolated let id: ResourceID
  package nonisolated var name: ResourceName { id.name }
  package nonisolated let shape: ResourceShape
  /// Its place among all resources; that of an instance which was dropped is given to another.
  package nonisolated let number: Int
  /// Leads to the part of what the source gives that is the value; empty for the whole.
  var pointer: String
  /// Whether a failure quotes the beginning of a body that cannot be used.
  var excerpts: Bool
  var machine: ResourceMachine {
    didSet { changes &+= 1 }
  }
  let environment: EngineEnvironment
  /// The options of the user's own, for failures to come.
  var customOptions: CustomOptions
  /// The source of the values; replaced when the configuration is read again, or another scenario plays.
  var source: any Source
  /// The connection to a live source.
  let link = LiveLink()
  /// The identity of the source, for the store.
  var identity: SourceIdentity
  /// The validators of the present value, for conditional requests; nil without any.
  var validators: Validators?
  /// The digest of the body that the present value was made of; nil if it was not made of one.
  var bodyDigest: UInt64?
  var attempt: (any SourceAttempt)?
  /// What the attempt brought, while the store has not taken it.
  var brought: Brought?
  /// Whether the store has taken the value of the snapshot.
  var isKept = false
  /// What came just before the response that is being judged; nil for what comes alone, as a poll does.
  var candidates: EarlierCandidates?
  var tickets: [WaiterID: Ticket<ResourceSnapshot>] = [:]
  private var nextWaiter = 0
  lazy var alarm = Alarm(on: environment.timers) { [weak self] in self?.proceed() }
  /// Whether ``proceed()`` is going to run on the next turn.
  private var isProceedDue = false
  var wishes: PollingWishes<Owner>
  private var reportedRevision: Int
  /// The number of an attempt that has begun since changes were last reported.
  private var unreportedAttempt: Int?
  let log: FetchLog

  /// Grows with every event that may have changed ``snapshot``, timing included.
  ///
  /// While it stays the same, the snapshot stays the same, so an encoded snapshot can be reused.
  package var generation: Int { changes }
  /// Private, because a property that other modules can see is checked for exclusive access wherever it is read.
  private var changes: Int

  /// - Parameter configuration: Its entry in the configuration, with the source of the instance if it is one.
  init(
    _ id: ResourceID, _ configuration: Configuration.Resource, from source: any Source,
    _ beginning: Beginning, customOptions: CustomOptions, environment: EngineEnvironment
  ) {
    self.id = id
    number = beginning.number
    changes = beginning.generation
    reportedRevision = beginning.revision
    shape = configuration.shape
    pointer = configuration.pointer
    excerpts = configuration.excerpts
    self.source = source
    identity = configuration.identity
    self.environment = environment
    log = FetchLog(id, environment)
    self.customOptions = customOptions
    wishes = PollingWishes(configuration.policy.polling)
    machine = ResourceMachine(
      resource: id, shape: shape, policy: configuration.policy, liveMode: source.liveMode,
      revision: beginning.revision)
    machine.customOptions = customOptions.offered
  }

  package var snapshot: ResourceSnapshot { machine.snapshot }

  /// Where the value comes from, without credentials and query values.
  package var address: String { source.address }

  /// What is known of the newest attempt that has ended.
  package var lastAttempt: AttemptRecord? { source.lastAttempt }

  /// The command of an option of the user's own, by the option's name.
  func command(of name: String) -> OptionCommand? { customOptions.command(of: name) }

  /// The conditions that decide which options of the resource's failures can work now.
  package var conditions: RecoveryConditions { machine.conditions }

  /// The uptime at which the resource has something to do next; nil for never.
  package var wakeAt: Duration? { machine.wakeAt }
}

// MARK: Asking

extension Resource {
  /// Fetches once, or joins the fetch that is under way.
  ///
  /// The time-out of an operation is its caller's own: it ends this wait, and ends the fetch only if nobody
  /// else waits.
  ///
  /// - Parameters:
  ///   - minimum: The shortest time from the first call of a fetch to its failure. Success is never delayed.
  ///   - recovery: The recovery that fetches, if any; a new failure then names the failure that it follows.
  /// - Returns: A ticket that ends with the snapshot after the fetch. If the last caller cancels its ticket,
  ///   the fetch ends too, unless it is a poll.
  package func fetch(
    _ operation: Operation, minimum: Duration = .zero, recovery: RecoveryRun? = nil
  ) -> Ticket<ResourceSnapshot> {
    let id = WaiterID(nextWaiter)
    nextWaiter += 1
    let ticket = Ticket<ResourceSnapshot>()
    ticket.whenCancelled { [weak self] in self?.leave(id) }
    tickets[id] = ticket
    let request = FetchRequest(operation, minimum: minimum, recovering: recovery)
    if let begun = machine.fetchRequested(by: id, request, at: environment.now, fence: fence) { start(begun) }
    proceedLater()
    return ticket
  }

  private func leave(_ id: WaiterID) {
    tickets[id] = nil
    if case .abort = machine.waiterLeft(id, at: environment.now) { endAttempt() }
    proceedLater()
  }

  /// Sets whether `owner` wants the resource polled, and how often; switching it on fetches at once.
  ///
  /// The resource is polled while any owner wants that, at the smallest interval that an owner wants.
  ///
  /// - Parameter interval: Nil keeps the owner's interval, which is the configured one at first.
  package func setPolling(_ isEnabled: Bool, interval: Duration? = nil, for owner: Owner) {
    wishes.set(isEnabled, interval: interval, of: owner)
    applyWishes()
  }

  /// Starts polling on behalf of `owner` if the configuration polls the resource from the start.
  func begin(for owner: Owner) {
    guard machine.policy.polling.isEnabled else { return }
    wishes.join(owner)
    applyWishes()
  }

  /// Withdraws the wish of an owner that has gone.
  func forget(_ owner: Owner) {
    if wishes.withdraw(owner) { applyWishes() }
  }

  func applyWishes() {
    let (isEnabled, interval) = wishes.effective
    let begun = machine.setPolling(isEnabled, interval: interval, at: environment.now, fence: fence)
    if let begun { start(begun) }
    proceedLater()
  }
}

// MARK: Going on

extension Resource {
  /// The key of the fence around the source: resources of one server share its Retry-After.
  var origin: String { source.origin ?? "resource:\(name)" }

  var fence: Fence? { environment.fence(around: origin) }

  /// The uptime at which the fence around the source ends; nil if none stands.
  var fenceEnd: Duration? { fence?.end }

  /// Reports what has changed and sets the alarm.
  ///
  /// What is due already is done on the next turn: a ticket must not end before the call that made it
  /// returns.
  func proceedLater() {
    reportChange()
    followConnection()
    setAlarm()
  }

  /// Does what is due, reports what has changed, and sets the alarm for what is due next.
  func proceed() {
    reportChange()
    // Each change is reported by itself: two changes at the same moment are two revisions.
    while let due = passTime() {
      perform(due)
      reportChange()
    }
    followConnection()
    setAlarm()
  }

  private func passTime() -> ResourceMachine.DueAction? {
    let (now, fence) = (environment.now, fence)
    return machine.timePassed(
      at: now, fence: fence, using: &environment.chance, recording: &environment.failures.ledger)
  }

  private func perform(_ due: ResourceMachine.DueAction) {
    switch due {
    case .start(let id): start(id)
    case .expire(let id):
      if let decoding = attempt as? BodyDecoding { return decoding.finish() }
      let problem = attempt?.expire() ?? Problem(.timeout)
      attempt = nil
      failed(id, with: problem)
    case .timeOut(let id, let request, let attempts): timedOut(id, request, attempts)
    case .giveUp(let id, let request): gaveUp(id, request)
    case .fail(let ended): landed(ended)
    case .look: break
    }
  }

  private func setAlarm() {
    log.nextPoll(of: machine)
    let date = machine.wakeAt.map { Instant(sinceOrigin: $0) }
    guard let date, date <= environment.timers.now else {
      alarm.date = date
      return
    }
    alarm.date = nil
    guard !isProceedDue else { return }
    isProceedDue = true
    environment.later { [weak self] in
      self?.isProceedDue = false
      self?.proceed()
    }
  }

  func reportChange() {
    guard snapshot.revision != reportedRevision else { return }
    reportedRevision = snapshot.revision
    environment.failures.ledger.show(snapshot.failure?.id, of: id)
    environment.observers.changed(id)
    guard let number = unreportedAttempt else { return }
    unreportedAttempt = nil
    environment.observers.attempted(id, number: number, limit: machine.policy.retry.maxAttempts)
  }

  /// Whether what an attempt brought is being decoded or written.
  var isEnding: Bool { attempt is BodyDecoding || attempt is AttemptedWrite }

  func start(_ id: AttemptID) {
    begins(id)
    unreportedAttempt = id.number
    LoopPhase.enter("beginning to fetch", of: name.rawValue)
    attempt = source.fetch(sourceRequest) { [weak self] in self?.attemptEnded(id, $0) }
  }

  /// An attempt begins, and with the first one its flight.
  func begins(_ id: AttemptID) {
    brought = nil
    log.attemptBegan(id)
  }

  func endAttempt() {
    attempt?.cancel()
    attempt = nil
    brought = nil
    candidates = nil
  }

  /// Ends the attempt because a caller's time-out has passed.
  ///
  /// - Returns: A `timeout` that says how far the attempt got.
  func expireAttempt() -> Problem {
    defer { attempt = nil }
    return attempt?.expire() ?? Problem(.timeout)
  }
}
