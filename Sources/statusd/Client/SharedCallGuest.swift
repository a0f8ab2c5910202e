import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import StatusServer

/// The guest of `statusd call --shared`: makes one call in a session with the shared daemon, and ends.
@LoopActor
final class SharedCallGuest: Guest {
  private let request: CallRequest
  private let configuration: Configuration
  private let session: RemoteSession
  private let report: CallReport
  private let host: Host
  private var isRecovering = false
  private var isOver = false

  init(
    _ request: CallRequest, _ configuration: Configuration, _ opening: RemoteSession.Opening,
    at place: SharedPlace, on host: Host, _ report: CallReport
  ) {
    (self.request, self.configuration, self.report, self.host) = (request, configuration, report, host)
    session = RemoteSession(opening, on: host.loop)
    session.onEnd = { [weak self] in self?.lose(place) }
    host.watchParent()
    begin()
  }

  /// The request with which the session begins: it costs nothing, and shows that the daemon is there.
  nonisolated static let opening: [RemoteSession.Request] = [("stats", nil)]

  private func begin() {
    if let sentence = request.objection(to: report) { return refuse(sentence) }
    let signature = Self.signature(of: request.method, host)
    if request.waits { return awaitValue(signature) }
    var (params, limit) = (request.params, request.timeout)
    if let timeout = request.timeout, request.recovery == nil, params.canCarryTimeout(signature) {
      (params, limit) = (params.adding(timeout: timeout), nil)
    }
    let text = params.text(for: signature).map { JSONText(trusting: $0) }
    session.call(request.method, text) { [weak self] in self?.ended(with: $0) }
    guard let limit else { return }
    _ = host.loop.timers.schedule(after: limit) { [weak self] in self?.giveUp(after: limit) }
  }

  /// Every daemon has the same methods: this one fetches nothing.
  private static func signature(of method: String, _ host: Host) -> MethodSignature? {
    let server = Server(Configuration(), loop: host.loop, logger: host.logger)
    return Session(server, timers: host.loop.timers) { _ in }.signature(of: method)
  }

  private func ended(with outcome: RemoteSession.Outcome) {
    guard !isOver else { return }
    if case .failure(let error) = outcome, let recovery = request.recovery, !isRecovering,
      recovery.isOffered(by: error.failure),
      let option = error.failure.options.first(where: { $0.id.rawValue == recovery.option })
    {
      isRecovering = true
      let params = ClientParams.choice(option.id, of: error.failure.id)
      return session.call("retry", params) { [weak self] in self?.ended(with: $0.map(CallRecovery.result)) }
    }
    switch outcome {
    case .success(let result):
      end(report.print(result) { [configuration] in configuration.shape(of: $0) })
    case .failure(let error): end(report.print(error.failure, error.text))
    }
  }

  // MARK: Ends

  private func refuse(_ sentence: String) {
    LastWords.write("statusd: \(sentence)")
    end(ExitStatus.usage)
  }

  private func lose(_ place: SharedPlace) {
    guard !isOver else { return }
    LastWords.write("statusd: the daemon is gone, and with it what was not answered; its log is \(place.log)")
    end(ExitStatus.daemonGone)
  }

  private func giveUp(after limit: Duration) {
    guard !isOver else { return }
    let problem = Problem(.timeout, explanation: .request(.late(method: request.method, limit: limit)))
    let time = Timestamp(millisecondsSince1970: host.loop.timers.source.millisecondsSince1970)
    let context = FailureContext(operation: Operation(request.method, timeout: request.timeout), at: time)
    let failure = Failure(
      problem, id: FailureID(rawValue: "f0"), in: context, offering: [RecoveryOption(.cancel)])
    end(report.print(failure))
  }

  private func end(_ status: CInt) {
    guard !isOver else { return }
    isOver = true
    host.end(status)
  }

  func terminate(_ signal: CInt) { end(128 + signal) }
  func abandon() { end(1) }
  func close() { session.close() }
}

// MARK: Waiting

extension SharedCallGuest {
  /// A wait for any value that is not stale; the daemon polls meanwhile.
  private func awaitValue(_ signature: MethodSignature?) {
    guard ["refresh", "getState", "fetchMenu"].contains(request.method) else {
      return refuse("--wait with --shared is for refresh, getState and fetchMenu")
    }
    let given = request.params.text(for: signature).flatMap { try? JSONValue.parse($0.span) }
    guard given?.kind != .array else { return refuse("--wait with --shared takes params by their names") }
    let usual = request.method == "fetchMenu" ? ResourceID.menu : .state
    let limit = request.timeout ?? CallRequest.usualWait
    let params = ClientParams.anyValue(of: given.flatMap { ResourceID(received: $0) } ?? usual, within: limit)
    session.call("waitFor", params) { [weak self] in self?.waited($0, for: limit) }
  }

  private func waited(_ outcome: RemoteSession.Outcome, for limit: Duration) {
    guard case .success(let result) = outcome else { return ended(with: outcome) }
    let bytes = result.bytes
    func part(_ pointer: String) -> [UInt8]? {
      (try? JSONPointer.find(pointer, in: bytes)).map { Array(bytes[$0]) }
    }
    let snapshot = part("/snapshot") ?? []
    let reason = part("/reason").map { JSONString.decode($0.span) }
    if reason == WaitEnd.met.rawValue { return ended(with: .success(JSONText(trusting: snapshot))) }
    guard let failure = ReceivedSnapshot(snapshot)?.snapshot.failure else { return giveUp(after: limit) }
    end(report.print(failure))
  }
}

extension Configuration {
  /// The shape of the resource of that name; nil if there is none.
  func shape(of name: String) -> ResourceShape? { resources.first { $0.name.rawValue == name }?.shape }
}
