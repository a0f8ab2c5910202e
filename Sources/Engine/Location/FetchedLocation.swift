import Providers
import Reactor
import StatusCore

/// The location that a source brings when it is asked: the shell around ``LocationPolling``.
///
/// The source is one as resources have them. It is asked at once when somebody wants the location, and then after
/// each interval; fences stand around its server as around those of resources.
@LoopActor
final class FetchedLocation: LocationSource {
  /// A coordinate takes 200 bytes; so much is decoded in one turn.
  static let bodyBytes = 64 << 10

  private let source: any Source
  private let environment: EngineEnvironment
  private var polling: LocationPolling
  private var listener: LocationListener?
  private var attempt: (any SourceAttempt)?
  /// The newest position and its validators, which the server may confirm, also to later subscribers.
  private var kept: (position: Position, validators: Validators?)?
  private lazy var alarm = Alarm(on: environment.timers) { [weak self] in self?.timePassed() }

  init(_ source: any Source, every interval: Duration, environment: EngineEnvironment) {
    self.source = source
    self.environment = environment
    polling = LocationPolling(interval: interval)
  }

  var address: String { source.address }

  func start(_ listener: @escaping LocationListener) {
    self.listener = listener
    perform(polling.start(at: now, fence: fence))
  }

  func stop() {
    listener = nil
    attempt?.cancel()
    attempt = nil
    polling.stop(at: now)
    setAlarm()
  }

  func tryAgain() {
    perform(polling.tryAgain(at: now, fence: fence))
  }

  private var now: Duration { environment.timers.now.sinceOrigin }
  /// The key of the fence around the source: the location shares its server's with resources.
  private var origin: String { source.origin ?? "location" }
  private var fence: Fence? { environment.fence(around: origin) }

  private func timePassed() {
    perform(polling.timePassed(at: now, fence: fence))
  }

  /// A report may make the listener stop or restart the source, so it comes last.
  private func perform(_ action: LocationPolling.Action?) {
    switch action {
    case .start:
      let request = SourceRequest(validators: kept?.validators)
      attempt = source.fetch(request) { [weak self] in self?.ended(with: $0) }
      setAlarm()
    case .refuse(let problem):
      setAlarm()
      listener?(.failure(problem.naming(address)))
    case .expire: ended(with: .failure(attempt?.expire() ?? Problem(.timeout)))
    case nil: setAlarm()
    }
  }

  private func setAlarm() {
    alarm.date = polling.wakeAt.map { Instant(sinceOrigin: $0) }
  }
}

// MARK: Ending

extension FetchedLocation {
  private func ended(with outcome: Result<SourceResponse, Problem>) {
    attempt = nil
    do throws(Problem) {
      let response = try outcome.get()
      let position = try position(in: response)
      polling.succeeded(freshFor: response.freshFor, at: now, using: &environment.chance)
      setAlarm()
      listener?(.success(position))
    } catch {
      failed(error.naming(address))
    }
  }

  private func failed(_ problem: Problem) {
    if problem.refusesRequest { kept?.validators = nil }
    let fence = polling.failed(with: problem, at: now, using: &environment.chance)
    if let fence { environment.raise(fence, around: origin) }
    setAlarm()
    listener?(.failure(problem))
  }

  private func position(in response: SourceResponse) throws(Problem) -> Position {
    switch response.content {
    case .body(let body):
      let position = try Position(decoding: body, from: address)
      kept = (position, response.validators)
      return position
    case .notModified:
      guard let position = kept?.position else { throw .nothingToConfirm(response.status) }
      if let validators = response.validators { kept?.validators = validators }
      return position
    case .value, .nothing:
      preconditionFailure(
        "only resources have built-in sources and statuses of their own, and no location has")
    }
  }
}
