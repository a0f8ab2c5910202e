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
@LoopActor
final class WaitGuest: Guest {
  private let host: Host
  private let request: WaitRequest
  private let report: WaitReport
  private let source: any WaitSource
  /// The shape of the resource of that name; nil if there is none.
  private let shape: @LoopActor (String) -> ResourceShape?
  private let words: WaitWords
  /// nil where nobody would see it.
  private var progress: WaitProgress?
  private lazy var tick = Alarm(on: source.timers) { [weak self] in self?.look() }
  /// The places that were reported: each is once.
  private var reported: Set<LostPlace> = []
  private var isOver = false

  /// - Parameter showsProgress: Whether a line on standard error follows the wait.
  init(
    _ request: WaitRequest, in source: any WaitSource, on host: Host, _ report: WaitReport,
    showsProgress: Bool, shape: @escaping @LoopActor (String) -> ResourceShape?
  ) {
    (self.host, self.request, self.report) = (host, request, report)
    (self.source, self.shape) = (source, shape)
    words = WaitWords(title: request.subject.id.title, until: request.until, unless: request.unless)
    progress = showsProgress ? WaitProgress() : nil
    source.wait(request.params) { [weak self] in self?.ended(with: $0, $1, $2) }
    guard !isOver, !report.isQuiet else { return }
    source.observe { [weak self] in self?.look() }
    look()
  }

  /// Moves a manual clock from timer to timer until there is an outcome, because no client can move it.
  func advance(_ clock: ManualClock) {
    clock.settle()
    while !isOver, let time = clock.timers.timeToNext { clock.advance(by: time) }
    if !isOver { end(1) }
  }

  /// The daemon in which it waits is gone.
  func lose(_ place: SharedPlace) {
    guard !isOver else { return }
    leaveTerminal()
    place.reportEnd()
    host.end(ExitStatus.daemonGone)
  }

  func terminate(_ signal: CInt) { end(128 + signal) }
  func abandon() { end(1) }
  func close() { source.close() }

  private func end(_ status: CInt) {
    leaveTerminal()
    host.end(status)
  }

  /// Nothing is drawn behind what is printed.
  private func leaveTerminal() {
    isOver = true
    tick.date = nil
    source.forget()
    progress?.clear()
  }
}

// MARK: The outcome

extension WaitGuest {
  private func ended(with result: JSONText?, _ failure: Failure?, _ error: JSONText?) {
    guard !isOver else { return }
    leaveTerminal()
    if let failure { return host.end(report.print(failure, error)) }
    host.end(result.map(printed) ?? FailureStatus.other.rawValue)
  }

  private func printed(_ result: JSONText) -> CInt {
    let bytes = result.bytes
    guard let reason = Self.part("/reason", of: bytes), let snapshot = Self.part("/snapshot", of: bytes),
      let end = WaitEnd(rawValue: JSONString.decode(reason.span))
    else { return FailureStatus.other.rawValue }
    let state = source.snapshot
    let sentence = words.sentence(
      on: end, value: Self.part("/value", of: snapshot), failure: state?.failure?.title,
      limit: request.timeout.flatMap { $0.duration == .zero ? nil : $0.words })
    return report.print(
      JSONText(trusting: snapshot), on: end, age: age(of: state), because: sentence, shape: shape)
  }

  private static func part(_ pointer: String, of bytes: [UInt8]) -> [UInt8]? {
    (try? JSONPointer.find(pointer, in: bytes)).map { Array(bytes[$0]) }
  }

  private func age(of state: ResourceSnapshot?) -> String? {
    guard report.template?.hasAge == true, let state, state.value != nil else { return nil }
    var words = Words(.minutes, at: source.now)
    return words.shortAge(of: state.updatedAt)
  }
}

// MARK: While it lasts

extension WaitGuest {
  /// Shows what is there, and reports conditions that are probably misspelt.
  private func look() {
    guard !isOver, let snapshot = source.snapshot else { return }
    let value = snapshot.value?.text
    if snapshot.status == .loaded, !snapshot.isStale, let value { reportLostPlaces(in: value) }
    guard progress != nil else { return }
    var times = Words(.seconds, at: source.now)
    let next = next(of: snapshot, &times)
    progress?.show(words.line(value: value, failure: snapshot.failure?.title, next: next))
    tick.date = times.wakeAt.map { Instant(sinceOrigin: $0) }
  }

  /// When the next look is; nil if the source delivers by itself.
  private func next(of snapshot: ResourceSnapshot, _ times: inout Words) -> String? {
    if snapshot.isFetching { return "looking now" }
    return source.nextLookAt.flatMap { times.ahead($0) }.map { "next look \($0)" }
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
