import Engine
import Logging
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// A resource over a real event stream, played over hours of manual time.
///
/// The test says what the server does and how much time passes. The play knows what the resource has to show, and
/// when the stream has to be opened again, and checks both after every act.
@LoopActor
final class LivePlay {
  static let interval = Duration.seconds(10)
  static let timeout = Duration.seconds(10)
  static let silence = Duration.seconds(60)

  private let clock = ManualClock(loop: LoopActor.shared.loop)
  private let server = EventServer()
  private let engine: Engine
  private let resource: Resource
  private let owner = Owner("test")

  // What is expected.
  private var value: Int?
  private var isFailed = false
  private var failures = 0
  private var connections = 0
  private var sent = 0
  /// Whether nothing has come since the value, which a server then confirms by resuming the stream.
  private var isValueLast = false

  init() throws {
    var configuration = Configuration()
    configuration.resources[0].shape = .any
    configuration.resources[0].policy.polling.interval = Self.interval
    var options = HTTPOptions(userAgent: "statusd/test")
    // Of the real clock.
    options.limits.connectTimeout = .seconds(600)
    var parts = EngineParts()
    let url = try HTTPURL(server.url)
    parts.source = { id, timers in
      id == .state ? EventStreamSource(url, options: options, timeout: Self.timeout, timers: timers) : nil
    }
    parts.clock = clock
    engine = Engine(
      configuration, parts: parts, loop: LoopActor.shared.loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    resource = try #require(engine.resources[.state])
  }

  var now: Duration { clock.timers.now - Instant(sinceOrigin: .zero) }

  private var snapshot: ResourceSnapshot { resource.snapshot }

  // MARK: Acts

  /// Switches polling on; the stream is asked for at once.
  func start() async {
    resource.setPolling(true, for: owner)
    await takeRequest()
  }

  func stop() {
    resource.setPolling(false, for: owner)
  }

  /// The server responds with a stream.
  func open() async {
    if isValueLast { (isFailed, failures) = (false, 0) }
    server.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    await settle()
    await expectState()
  }

  /// The server sends another value, and with it maybe what is none, in one piece.
  func sendValue(before: String = "", behind: String = "") async {
    sent += 1
    value = sent
    isValueLast = behind.isEmpty
    (isFailed, failures) = (!behind.isEmpty, behind.isEmpty ? 0 : 1)
    server.send("\(before)id: \(sent)\ndata: [\(sent)]\n\n\(behind)")
    await expectState()
  }

  /// The server sends what is no value.
  func sendFailure(_ text: String) async {
    (isFailed, isValueLast) = (true, false)
    failures += 1
    server.send(text)
    await expectState()
  }

  /// The server shows that it lives.
  func sendComment() async {
    server.send(": still here\n")
    await settle()
    check()
  }

  /// Time passes in which nothing becomes due.
  func pass(_ duration: Duration) {
    clock.advance(by: duration)
    check()
  }

  /// The server ends the stream.
  func end() async {
    lose()
    server.close()
    await expectState()
  }

  /// The server responds with an error.
  func refuse() async {
    lose()
    server.send("HTTP/1.1 503 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    await expectState()
    server.close()
  }

  /// Nothing comes any more, for so long that the stream counts as dead: 60 s, and 10 s where it never began.
  func fallSilent(for limit: Duration, after passed: Duration = .zero) async {
    clock.advance(by: limit - passed - .milliseconds(1))
    check()
    lose()
    clock.advance(by: .milliseconds(1))
    check()
    await LoopActor.shared.loop.turns { server.hasClientLeft }
    server.close()
  }

  /// Waits for the stream to be asked for again, which has its time.
  func awaitReconnection() async {
    let middle = min(Self.interval * (1 << min(failures - 1, 5)), .seconds(300))
    let wait = (resource.wakeAt ?? .zero) - now
    let (moment, count) = (now, failures)
    let expected = middle * 0.9...min(middle * 1.1, .seconds(300))
    #expect(expected.contains(wait), "\(count) failures, at \(moment)")
    clock.advance(by: wait - .milliseconds(1))
    await settle()
    check()
    let isEarly = server.takeRequest()
    #expect(!isEarly, "at \(moment)")
    clock.advance(by: .milliseconds(1))
    await takeRequest()
  }

  // MARK: Checks

  private func lose() {
    isFailed = true
    failures += 1
  }

  private func takeRequest() async {
    connections += 1
    await LoopActor.shared.loop.turns { server.takeRequest() }
    check()
    let (request, moment, hasValue) = (server.requests.last, now, value != nil)
    #expect(request?.contains("Last-Event-ID: ") == hasValue, "at \(moment)")
  }

  /// What was sent is in the connection, and each turn reads what is there.
  private func settle() async {
    for _ in 1...3 { await LoopActor.shared.loop.nextTurn() }
  }

  private func expectState() async {
    await LoopActor.shared.loop.turns { isAsExpected }
    check()
  }

  private var isAsExpected: Bool {
    let text = value.map { Array("[\($0)]".utf8) }
    let status: ResourceStatus = isFailed ? .failed : value == nil ? .loading : .loaded
    return snapshot.value?.text == text && snapshot.status == status
      && snapshot.autoPolling.consecutiveFailures == failures
      && snapshot.isStale == (isFailed && value != nil)
  }

  private func check() {
    let expected = "value \(value.map { "\($0)" } ?? "none"), failed \(isFailed), \(failures) failures"
    let (found, moment, count) = (snapshot, now, server.requests.count)
    #expect(isAsExpected, "at \(moment): \(found); expected: \(expected)")
    #expect(count == connections, "at \(moment)")
  }
}
