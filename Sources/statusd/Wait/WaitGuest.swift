import Engine
import JSONRPC
import Jansson
import Presenter
import Reactor
import Settings
import StatusCore
import StatusServer
import Text

/// The guest of `statusd wait`: makes one call of waitFor and ends.
///
/// The call goes through a session, so it means the same as a request.
@LoopActor
final class WaitGuest: Guest {
  private let host: Host
  private let request: WaitRequest
  private let report: WaitReport
  private let server: Server
  private let session: Session
  /// nil before the call begins.
  private var resource: Resource?
  private let words: WaitWords
  /// nil where nobody would see it.
  private var progress: WaitProgress?
  private let owner = Owner("wait")
  private lazy var tick = Alarm(on: server.engine.timers) { [weak self] in self?.look() }
  /// The places that were reported: each is once.
  private var reported: Set<LostPlace> = []
  private var isOver = false

  /// - Parameter showsProgress: Whether a line on standard error follows the wait.
  init(
    _ request: WaitRequest, _ configuration: Configuration, on host: Host, _ report: WaitReport,
    showsProgress: Bool
  ) {
    (self.host, self.request, self.report) = (host, request, report)
    server = Server(configuration, loop: host.loop, logger: host.logger)
    // Notifications have no reader.
    session = Session(server, timers: host.loop.timers) { _ in }
    words = WaitWords(title: Self.title(of: request.subject), until: request.until, unless: request.unless)
    progress = showsProgress ? WaitProgress() : nil
    begin()
    if let clock = server.engine.clock { advance(clock) }
  }

  private static func title(of subject: NamedSubject) -> String {
    ResourceID(ResourceName(rawValue: subject.name), subject.arguments).title
  }

  private func begin() {
    let resources = server.engine.resources
    do throws(InstanceProblem) {
      resource = try request.subject.resource(among: resources)
    } catch {
      return refuse(
        request.subject.sentence(
          of: error, among: resources, for: "the command is: statusd \(WaitCommand.name)"))
    }
    do throws(ProtocolProblem) {
      let call = try Call(
        "waitFor", params: request.params.bytes,
        budget: server.engine.configuration.initial.limits.budget)
      session.perform(call) { [weak self] in self?.ended(with: $0) }
    } catch {
      session.perform(error) { [weak self] in self?.ended(with: $0) }
    }
    guard !isOver, !report.isQuiet else { return }
    server.engine.observe(owner) { [weak self] _ in self?.look() }
    look()
  }

  /// Moves a manual clock from timer to timer until there is an outcome, because no client can move it.
  private func advance(_ clock: ManualClock) {
    clock.settle()
    while !isOver, let time = clock.timers.timeToNext { clock.advance(by: time) }
    if !isOver { end(1) }
  }

  /// Says why there is nothing to wait for.
  private func refuse(_ sentence: String) {
    LastWords.write("statusd: \(sentence)")
    end(ExitStatus.usage)
  }

  func terminate(_ signal: CInt) { end(128 + signal) }
  func abandon() { end(1) }
  func close() { server.engine.close(within: Self.patienceForStore) }

  private func end(_ status: CInt) {
    leaveTerminal()
    host.end(status)
  }

  /// Nothing is drawn behind what is printed.
  private func leaveTerminal() {
    isOver = true
    tick.date = nil
    server.engine.forget(owner)
    progress?.clear()
  }
}

// MARK: The outcome

extension WaitGuest {
  private func ended(with outcome: Result<JSONText, Failure>) {
    guard !isOver else { return }
    leaveTerminal()
    switch outcome {
    case .failure(let failure): host.end(report.print(failure))
    case .success(let result): host.end(printed(result))
    }
  }

  private func printed(_ result: JSONText) -> CInt {
    let bytes = result.bytes
    guard let reason = Self.part("/reason", of: bytes), let snapshot = Self.part("/snapshot", of: bytes),
      let end = WaitEnd(rawValue: JSONString.decode(reason.span))
    else { return FailureStatus.other.rawValue }
    let state = resource?.snapshot
    let sentence = words.sentence(
      on: end, value: Self.part("/value", of: snapshot), failure: state?.failure?.title,
      limit: request.timeout.flatMap { $0.duration == .zero ? nil : $0.words })
    let resources = server.engine.resources
    return report.print(
      JSONText(trusting: snapshot), on: end, age: age(of: state), because: sentence
    ) { resources.shape(of: ResourceName(rawValue: $0)) }
  }

  private static func part(_ pointer: String, of bytes: [UInt8]) -> [UInt8]? {
    (try? JSONPointer.find(pointer, in: bytes)).map { Array(bytes[$0]) }
  }

  private func age(of state: ResourceSnapshot?) -> String? {
    guard report.template?.hasAge == true, let state, state.value != nil else { return nil }
    var words = Words(.minutes, at: server.engine.now)
    return words.shortAge(of: state.updatedAt)
  }
}

// MARK: While it lasts

extension WaitGuest {
  /// Shows what is there, and reports conditions that are probably misspelt.
  private func look() {
    guard !isOver, let snapshot = resource?.snapshot else { return }
    let value = snapshot.value?.text
    if snapshot.status == .loaded, !snapshot.isStale, let value { reportLostPlaces(in: value) }
    guard progress != nil else { return }
    var times = Words(.seconds, at: server.engine.now)
    let next = next(of: snapshot, &times)
    progress?.show(words.line(value: value, failure: snapshot.failure?.title, next: next))
    tick.date = times.wakeAt.map { Instant(sinceOrigin: $0) }
  }

  /// When the next look is; nil if the source delivers by itself.
  private func next(of snapshot: ResourceSnapshot, _ times: inout Words) -> String? {
    if snapshot.isFetching { return "looking now" }
    return resource?.nextPollAt.flatMap { times.ahead($0) }.map { "next look \($0)" }
  }

  private func reportLostPlaces(in value: [UInt8]) {
    let lost =
      request.until.lostPlaces(of: "--until", in: value)
      + request.unless.lostPlaces(of: "--unless", in: value)
    for place in lost where reported.insert(place).inserted {
      progress?.clear()
      LastWords.write("statusd: \(place.sentence)")
    }
  }
}
