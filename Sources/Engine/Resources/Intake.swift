import Providers
import Reactor
import StatusCore

/// What a resource takes in: its source, the attempt under way, and which version of the document is shown.
///
/// ```
/// start ─► response ─► BodyDecoding ─► Judgement ─► AttemptedPreparation ─► AttemptedWrite ─► onOutcome
/// take, what a connection has delivered ─┘
/// ```
///
/// Each attempt has one outcome at most: none once it was cancelled, or expired.
@LoopActor
final class Intake {
  typealias Outcome = Result<Brought, Problem>
  private let resource: ResourceID
  private let shape: ResourceShape
  private let environment: EngineEnvironment
  /// The source of the values; replaced when the configuration is read again, or another scenario plays.
  private(set) var source: any Source
  /// Leads to the part of what the source gives that is the value; empty for the whole.
  private var pointer: String
  /// Whether a failure quotes the beginning of a body that cannot be used.
  private var excerpts: Bool
  private var version: ValueVersion
  /// Nil before there was a connection, as for most sources there is none.
  var link: LiveLink?
  private var attempt: (any SourceAttempt)?
  /// What the attempt brought, while the store has not taken it.
  private var brought: Brought?
  /// What came just before the response that is being judged; nil for what comes alone, as a poll does.
  private var candidates: EarlierCandidates?
  private var present: @LoopActor () -> ResourceValue? = { nil }
  private var onOutcome: @LoopActor (AttemptID, Outcome) -> Void = { _, _ in }

  init(
    _ resource: ResourceID, _ configuration: Configuration.Resource, from source: any Source,
    environment: EngineEnvironment
  ) {
    self.resource = resource
    self.source = source
    self.environment = environment
    shape = configuration.shape
    pointer = configuration.pointer
    excerpts = configuration.excerpts
    version = ValueVersion(identity: configuration.identity)
  }

  /// - Parameters:
  ///   - present: The value that is shown.
  ///   - onOutcome: Called when the outcome of an attempt is known: on a later turn than its start, but maybe within
  ///     `take` and ``expire()``.
  func begin(
    present: @escaping @LoopActor () -> ResourceValue?,
    onOutcome: @escaping @LoopActor (AttemptID, Outcome) -> Void
  ) {
    (self.present, self.onOutcome) = (present, onOutcome)
  }

  /// The identity of the source, for the store.
  var identity: SourceIdentity { version.identity }

  /// Where the value comes from, without credentials and query values.
  var address: String { source.address }

  /// The request of a connection or of an attempt: what is kept, so that it need not come again.
  var request: SourceRequest {
    SourceRequest(validators: present() == nil ? nil : version.validators, takesNothing: shape.isText)
  }
}

// MARK: Attempts

extension Intake {
  func start(_ id: AttemptID) {
    brought = nil
    LoopPhase.enter("beginning to fetch", of: resource.name.rawValue)
    attempt = source.fetch(request) { [weak self] in self?.received($0, in: id) }
  }

  /// Takes what a connection has delivered as the outcome of an attempt, whatever that was going to bring.
  ///
  /// - Parameter connection: The connection over which it came; nil if what came before it is of no use.
  func take(
    _ outcome: Result<SourceResponse, Problem>, as id: AttemptID, over connection: ConnectionID? = nil
  ) {
    cancel()
    received(outcome, in: id, over: connection)
  }

  /// Ends the attempt without an outcome.
  func cancel() {
    attempt?.cancel()
    (attempt, brought, candidates) = (nil, nil, nil)
  }

  /// Ends the attempt because its time is over.
  ///
  /// - Returns: How far it got; nil if it had come to its last part, which was done at once and has its outcome.
  func expire() -> Problem? {
    switch attempt {
    case let decoding as BodyDecoding: decoding.finish()
    case let preparation as AttemptedPreparation: preparation.finish()
    default: return expireNow()
    }
    return nil
  }

  /// Ends the attempt because a caller's time-out has passed.
  ///
  /// - Returns: A `timeout` that says how far the attempt got.
  func expireNow() -> Problem {
    defer { attempt = nil }
    return attempt?.expire() ?? Problem(.timeout)
  }

  var isAttempting: Bool { attempt != nil }

  /// Whether what an attempt brought is being decoded, prepared for or written.
  var isEnding: Bool {
    attempt is BodyDecoding || attempt is AttemptedPreparation || attempt is AttemptedWrite
  }

  /// What the newest attempt brought and the store has not taken.
  var unkept: UnkeptValue? { brought?.unkept }
}

// MARK: Judging

extension Intake {
  private func received(
    _ outcome: Result<SourceResponse, Problem>, in id: AttemptID, over connection: ConnectionID? = nil
  ) {
    attempt = nil
    switch outcome {
    case .success(let response):
      candidates = response.earlier.isEmpty ? nil : EarlierCandidates(response.earlier, over: connection)
      // Most polls bring what is there already.
      if present() != nil, let judgement = Judgement.atOnce(response, known: version.bodyDigest) {
        return judged(id, .success(judgement))
      }
      judge(response, of: id) { $0.proceed() }
    case .failure(let problem): judged(id, .failure(problem))
    }
  }

  private func judge(
    _ response: SourceResponse, of id: AttemptID, _ begin: @LoopActor (BodyDecoding) -> Void
  ) {
    // The body itself goes when the decoding needs it no more.
    let reception = Reception(response)
    guard case .body(let body) = response.content else {
      return judged(id, Judgement.of(response.content, reception, over: present()))
    }
    let parts = ValueDecoding(
      body, as: shape, at: pointer, known: present() == nil ? nil : version.bodyDigest,
      values: environment.configuration.current.bodyValues, from: address, excerpts: excerpts)
    let decoding = BodyDecoding(parts, of: resource.name) { [weak self] outcome in
      guard let self else { return }
      judged(id, Judgement.of(outcome, reception, over: present(), digest: version.bodyDigest))
    }
    // The attempt goes on until its body is decoded, so it can be cancelled meanwhile.
    attempt = decoding
    begin(decoding)
  }

  private func judged(_ id: AttemptID, _ judgement: Result<Judgement, Problem>) {
    attempt = nil
    switch judgement {
    case .success(let judgement):
      noteWhatIsUnusable()
      prepare(judgement, of: id)
    case .failure(let problem):
      let problem = problem.naming(address)
      if let candidates, let former = candidates.next(after: problem) {
        let isSoon = candidates.isWithinTurn
        return judge(former, of: id) { isSoon ? $0.proceed() : $0.proceedLater() }
      }
      onOutcome(id, .failure(candidates.take()?.takeProblem() ?? problem))
    }
  }

  /// What came after a value that is used, over the same connection, is a failure of its own.
  private func noteWhatIsUnusable() {
    guard let former = candidates.take(), let problem = former.takeProblem() else { return }
    if let connection = former.connection, connection == link?.id { link?.note(unusable: problem) }
  }
}

// MARK: Keeping

extension Intake {
  /// Lets others prepare for a value that is new; the attempt goes on meanwhile.
  private func prepare(_ judgement: Judgement, of id: AttemptID) {
    guard let value = judgement.value, let work = environment.preparation?(resource, value) else {
      return keep(judgement, of: id)
    }
    attempt = AttemptedPreparation(work) { [weak self] in
      self?.attempt = nil
      self?.keep(judgement, of: id)
    }
  }

  /// Has the store keep what an attempt brought; the attempt goes on while that is written.
  private func keep(_ judgement: Judgement, of id: AttemptID) {
    // One moment for both: what is restored has the date that was shown.
    let brought = Brought(judgement: judgement, date: environment.now)
    self.brought = brought
    do throws(Problem) {
      guard let write = try write(judgement, at: brought.date.time) else {
        return onOutcome(id, .success(brought))
      }
      attempt = AttemptedWrite(write) { [weak self] in self?.written(judgement, of: id, with: $0) }
    } catch {
      onOutcome(id, .failure(error))
    }
  }

  private func write(_ judgement: Judgement, at date: Timestamp) throws(Problem) -> PendingWrite? {
    guard !judgement.isEmpty else {
      environment.store.remove(resource)
      return nil
    }
    guard let value = judgement.value ?? present() else { return nil }
    let kept = KeptValue(
      value: value, validators: judgement.validators(after: version.validators), identity: identity,
      fetchedAt: date, isNew: judgement.value != nil || !version.isKept)
    return try environment.store.keep(kept, of: resource)
  }

  private func written(_ judgement: Judgement, of id: AttemptID, with problem: Problem?) {
    attempt = nil
    if let problem { return onOutcome(id, .failure(problem)) }
    onOutcome(id, .success(Brought(judgement: judgement, date: environment.now)))
  }

  /// What has come is shown from now on.
  ///
  /// - Parameter isKept: Whether the store has taken it.
  func shown(_ judgement: Judgement, isKept: Bool) {
    brought = nil
    version.shown(judgement, isKept: isKept)
  }

  /// What the newest attempt brought is shown, although the store could not keep it.
  func shownUnkept() {
    if let brought { shown(brought.judgement, isKept: false) }
  }

  /// A value that an earlier process has kept is shown.
  func restored(with validators: Validators?) { version.restored(with: validators) }

  /// The disk has refused the value after the store had taken it.
  func writeFailed() { version.wasLost() }

  /// An attempt has failed.
  ///
  /// - Returns: The problem with the address of the source.
  func failed(with problem: Problem) -> Problem {
    let problem = problem.naming(address)
    if problem.refusesRequest { version.forgetValidators() }
    return problem
  }
}

// MARK: Another source

extension Intake {
  /// The entry of the resource has changed.
  func reconfigure(by entry: Configuration.Resource) {
    excerpts = entry.excerpts
    guard entry.pointer != pointer else { return }
    pointer = entry.pointer
    version.forgetBody()
  }

  /// Ends what the former source has under way, so that its value cannot take the place of a newer one.
  ///
  /// - Returns: Whether the new source brings other values.
  func replaceSource(by fresh: any Source, identity: SourceIdentity) -> Bool {
    cancel()
    disconnect()
    source = fresh
    return version.changeSource(to: identity)
  }

  /// A scenario plays something else from the next attempt on; the one under way goes on.
  func play(_ fresh: any Source, identity: SourceIdentity) {
    source = fresh
    _ = version.changeSource(to: identity)
    version.forgetValidators()
  }
}
