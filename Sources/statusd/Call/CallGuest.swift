import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import StatusServer

/// What `statusd call` asks for.
struct CallRequest {
  let method: String
  let params: CallParams
  /// The most time that the call may take; nil for as long as it takes.
  let timeout: Duration?
  /// Whether to try until there is a value that is not stale, or a location.
  let waits: Bool
  /// The option that is performed if the call fails with a failure that offers it; nil for none.
  let recovery: CallRecovery?

  /// The most time that a call with `--wait` takes, so that no script hangs for ever.
  static let usualWait = Duration.seconds(30)

  /// Why one request cannot do what was asked for; nil if it can.
  func objection(to report: CallReport) -> String? {
    if let objection = OnlyCall.objection(to: method) { return "\(method) \(objection)" }
    if let format = report.format, format.metrics != nil, method != "stats" || !report.printsWhole {
      return "--format \(format.rawValue) is for the whole result of stats"
    }
    return nil
  }
}

/// The guest of `statusd call`: makes one call and ends.
///
/// The call goes through a session, so it means the same as a request.
@LoopActor
final class CallGuest: Guest {
  private let host: Host
  private let request: CallRequest
  private let server: Server
  private let session: Session
  private let report: CallReport
  private var wait: CallWait?
  /// Whether the option of the request is performed, or has been.
  private var isRecovering = false
  private var isOver = false

  /// - Parameter report: Prints the outcome. It is not called if a signal ends the call.
  init(_ request: CallRequest, _ configuration: Configuration, on host: Host, _ report: CallReport) {
    self.host = host
    self.request = request
    self.report = report
    server = Server(configuration, loop: host.loop, logger: host.logger)
    // Notifications have no reader.
    session = Session(server, timers: host.loop.timers) { _ in }
    begin()
    if let clock = server.engine.clock { advance(clock) }
  }

  private func begin() {
    if let sentence = request.objection(to: report) { return refuse(sentence) }
    let signature = session.signature(of: request.method)
    var (params, limit) = (request.params, request.timeout)
    if let timeout = request.timeout, !request.waits, request.recovery == nil,
      params.canCarryTimeout(signature)
    {
      (params, limit) = (params.adding(timeout: timeout), nil)
    }
    do throws(ProtocolProblem) {
      let call = try Call(
        request.method, params: params.text(for: signature),
        budget: server.engine.configuration.initial.limits.budget
      )
      if request.waits { awaitValue(call, signature) } else { perform(call) }
    } catch {
      session.perform(error) { [weak self] in self?.ended(with: $0) }
    }
    limitTime(limit ?? (request.waits ? CallRequest.usualWait : nil))
  }

  private func perform(_ call: Call) {
    session.perform(call) { [weak self] in self?.ended(with: $0) }
  }

  /// Moves a manual clock from timer to timer until there is an outcome, because no client can move it.
  private func advance(_ clock: ManualClock) {
    clock.settle()
    while !isOver, let time = clock.timers.timeToNext { clock.advance(by: time) }
    if !isOver { host.end(1) }
  }

  private func ended(with outcome: Result<JSONText, Failure>) {
    guard !isOver else { return }
    if case .failure(let failure) = outcome, let recovery = request.recovery, !isRecovering,
      recovery.isOffered(by: failure)
    {
      isRecovering = true
      return recovery.perform(of: failure, by: session, server.engine.configuration.initial.limits.budget) {
        [weak self] in
        self?.ended(with: $0)
      }
    }
    end(with: outcome)
  }

  private func end(with outcome: Result<JSONText, Failure>) {
    isOver = true
    if case .success = outcome, let format = report.format?.metrics {
      return host.end(report.print(metrics: server.metrics(in: format)))
    }
    let resources = server.engine.resources
    host.end(report.print(outcome, of: request.method) { resources.shape(of: ResourceName(rawValue: $0)) })
  }

  /// One request cannot do what was asked for.
  private func refuse(_ sentence: String) {
    isOver = true
    LastWords.write("statusd: \(sentence)")
    host.end(ExitStatus.usage)
  }

  /// Ends the host, which ends the processes that a source has started.
  func terminate(_ signal: CInt) { host.end(128 + signal) }
  func abandon() { host.end(1) }
  func close() { server.engine.close(within: Self.patienceForStore) }
}

// MARK: Time

extension CallGuest {
  /// Ends the call when its time is over.
  private func limitTime(_ limit: Duration?) {
    guard !isOver, let limit else { return }
    // The clock of the engine: manual time passes at once.
    _ = server.engine.timers.schedule(after: limit) { [weak self] in self?.giveUp(after: limit) }
  }

  private func giveUp(after limit: Duration) {
    guard !isOver else { return }
    if let failure = wait?.failure { return end(with: .failure(failure)) }
    let problem = Problem(.timeout, explanation: .request(.late(method: request.method, limit: limit)))
    let book = server.engine.makeFailureBook()
    end(
      with: .failure(book.record(problem, operation: Operation(request.method, timeout: request.timeout))))
  }
}

// MARK: Waiting

extension CallGuest {
  private func awaitValue(_ call: Call, _ signature: MethodSignature?) {
    // A call that is wrong, or whose resource does not exist, reports that itself.
    guard let signature else { return perform(call) }
    guard CallWait.methods.contains(request.method) else {
      return refuse("--wait is for refresh, getState, fetchMenu and getLocation")
    }
    guard
      let subject = CallWait.Subject(of: request.method, call, signature, in: server)
    else { return perform(call) }
    let wait = CallWait(for: subject, of: server.engine)
    self.wait = wait
    wait.begin { [weak self] failure in
      guard let self else { return }
      if let failure { ended(with: .failure(failure)) } else { ended(with: .success(text(of: subject))) }
    }
  }

  /// What was waited for, as the method returns it.
  private func text(of subject: CallWait.Subject) -> JSONText {
    switch subject {
    case .resource(let resource): server.text(of: resource)
    case .location: server.locationText
    }
  }
}
