import Logging
package import Providers
package import Reactor
package import StatusCore

/// A thing that the daemon fetches and remembers: the shell around ``ResourceMachine``.
///
/// | part | what it owns |
/// |---|---|
/// | ``Intake`` | the source, the attempt under way, the connection, which version of the document is shown |
/// | ``Callers`` | who waits |
/// | `PollingWishes` | who wants polls, and how often |
/// | ``FetchLog`` | what became of the fetches: history and log |
///
/// The machine changes in ``update(reportingTo:_:then:)`` alone, which reports the change and follows the machine.
@LoopActor
package final class Resource {
  package nonisolated let id: ResourceID
  package nonisolated var name: ResourceName { id.name }
  package nonisolated let shape: ResourceShape
  /// Its place among all resources; that of an instance which was dropped is given to another.
  package nonisolated let number: Int
  let environment: EngineEnvironment
  let intake: Intake
  let log: FetchLog
  /// Without `didSet`, which would make each look at it a copy.
  private(set) var machine: ResourceMachine
  /// The options of the user's own, for failures to come.
  private(set) var customOptions: CustomOptions
  private var callers = Callers()
  var wishes: PollingWishes<Owner>
  private lazy var alarm = Alarm(on: environment.timers) { [weak self] in self?.proceed() }
  /// Whether ``proceed(after:)`` is going to run on the next turn.
  private var isProceedDue = false
  /// Whether an event is being handled, so that the machine is followed at its end.
  private var isHandling = false
  private var reportedRevision: Int
  /// The number of an attempt that has begun since changes were last reported.
  private var unreportedAttempt: Int?

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
    self.environment = environment
    self.customOptions = customOptions
    intake = Intake(id, configuration, from: source, environment: environment)
    log = FetchLog(id, environment)
    wishes = PollingWishes(configuration.policy.polling)
    machine = ResourceMachine(
      resource: id, shape: configuration.shape, policy: configuration.policy, liveMode: source.liveMode,
      revision: beginning.revision)
    machine.customOptions = customOptions.offered
    intake.begin(
      present: { [unowned self] in snapshot.value }, onOutcome: { [unowned self] in ended($0, $1) })
  }

  package var snapshot: ResourceSnapshot { machine.snapshot }

  /// Where the value comes from, without credentials and query values.
  package var address: String { intake.address }

  /// What is known of the newest attempt that has ended.
  package var lastAttempt: AttemptRecord? { intake.source.lastAttempt }

  /// The command of an option of the user's own, by the option's name.
  func command(of name: String) -> OptionCommand? { customOptions.command(of: name) }

  /// The conditions that decide which options of the resource's failures can work now.
  package var conditions: RecoveryConditions { machine.conditions }

  /// The uptime at which the resource has something to do next; nil for never.
  package var wakeAt: Duration? { ask { $0.wakeAt } }

  /// When the resource is polled next, on behalf of whomever; nil while a poll is under way, and without polls.
  package var nextPollAt: Timestamp? { machine.nextPoll.map(environment.now.time(at:)) }

  /// The key of the fence around the source: resources of one server share its Retry-After.
  var origin: String { intake.source.origin ?? "resource:\(name)" }

  /// The fence around the source; nil if none stands.
  var fence: Fence? { environment.fence(around: origin) }
}

// MARK: Events

extension Resource {
  /// Gives the machine an event: the only way in which it changes.
  ///
  /// Then the change is reported, the connection opened or closed, and the alarm set. What is due already is done on
  /// the next turn: a ticket must not end before the call that made it returns.
  ///
  /// - Parameters:
  ///   - owner: The only one to whom it is reported; nil for all.
  ///   - event: Must not look at ``machine``, which is being changed.
  ///   - perform: Does what the machine asks for, before the change is reported.
  /// - Returns: What the machine asks for.
  @discardableResult
  func update<Action>(
    reportingTo owner: Owner? = nil, _ event: (inout ResourceMachine, Moment) -> Action,
    then perform: (Action) -> Void = { _ in }
  ) -> Action {
    atOnce {
      let action = event(&machine, environment.now)
      changes &+= 1
      environment.noteChange()
      perform(action)
      report(to: owner)
      return action
    }
  }

  /// Handles what a callback brings, and does what is due.
  ///
  /// Each change is reported by itself: two changes at the same moment are two revisions.
  func proceed(after event: () -> Void = {}) {
    atOnce {
      event()
      while isDue, let due = passTime() { finish(due) }
    }
  }

  /// Whether the machine has something to do by now; asked before, since passing time is an event.
  private var isDue: Bool {
    guard let wakeAt else { return false }
    return wakeAt <= environment.timers.now.sinceOrigin
  }

  private func passTime() -> ResourceMachine.DueAction? {
    update { machine, now in
      machine.timePassed(
        at: now, fence: fence, using: &environment.chance, recording: &environment.failures.ledger)
    } then: {
      prepare($0)
    }
  }

  /// Has several events followed once, at their end; each of them is reported by itself.
  func atOnce<Result>(_ events: () -> Result) -> Result {
    guard !isHandling else { return events() }
    isHandling = true
    let result = events()
    isHandling = false
    followConnection()
    setAlarm()
    return result
  }

  private func report(to owner: Owner?) {
    guard snapshot.revision != reportedRevision else { return }
    reportedRevision = snapshot.revision
    environment.failures.ledger.show(snapshot.failure?.id, of: id)
    environment.observers.changed(id, for: owner)
    guard let number = unreportedAttempt else { return }
    unreportedAttempt = nil
    environment.observers.attempted(id, number: number, limit: machine.policy.retry.maxAttempts)
  }

  /// Asks the machine in its place: a getter of another module would be handed a copy of it, after every event.
  private func ask<Answer>(_ question: (inout ResourceMachine) -> Answer) -> Answer { question(&machine) }

  private func setAlarm() {
    log.nextPoll(machine.nextPoll)
    let date = wakeAt.map { Instant(sinceOrigin: $0) }
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

  /// Starts the attempt that the machine asks for; nil for none.
  func start(_ id: AttemptID?) {
    guard let id else { return }
    log.attemptBegan(id)
    unreportedAttempt = id.number
    intake.start(id)
  }
}

// MARK: Callers

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
    let ticket = Ticket<ResourceSnapshot>()
    let id = callers.add(ticket)
    ticket.whenCancelled { [weak self] in self?.leave(id) }
    let request = FetchRequest(operation, minimum: minimum, recovering: recovery)
    update({ $0.fetchRequested(by: id, request, at: $1, fence: fence) }, then: start)
    return ticket
  }

  private func leave(_ id: WaiterID) {
    _ = callers.remove(id)
    update({ $0.waiterLeft(id, at: $1) }) { if case .abort = $0 { intake.cancel() } }
  }

  /// Ends the tickets of callers.
  func end(_ landed: [WaiterID], with outcome: Result<ResourceSnapshot, Failure>) {
    for id in landed { callers.remove(id)?.end(with: outcome) }
  }

  /// Whether somebody waits for the resource, polls it, recovers from its failure or has yet to be notified of it.
  var isNeeded: Bool {
    machine.isInUse || !callers.isEmpty || environment.observers.isAwaited(id)
  }
}

// MARK: Coming and going

extension Resource {
  /// Where a resource begins to count; an instance goes on from where others were.
  struct Beginning {
    let number: Int
    var generation = 0
    var revision = 0
  }

  /// Failures to come offer these options of the user's own.
  func offer(_ options: CustomOptions) {
    customOptions = options
    update { machine, _ in machine.customOptions = options.offered }
  }

  /// Nobody needs the instance, and it is dropped.
  func close() {
    alarm.date = nil
    environment.failures.ledger.show(nil, of: id)
    environment.store.forget(id)
  }
}
