import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Connections to event streams over time, which the tests move.
@Suite(.timeLimit(.minutes(10))) struct EventStreamTimeTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private func manualTimers() -> TimerQueue { TimerQueue(source: ManualTime()) }

  @LoopActor
  @Test func `a stream that is silent for a minute is lost`() async throws {
    let server = FaultServer(["/": [.send(eventStream("retry: 7000\ndata: 1\n\n")), .hold]])
    let timers = manualTimers()
    let events = EventRecorder(try EventStreamSource(server.url("/"), timeout: .seconds(10), timers: timers))
    await events.wait(for: 1)
    timers.advance(by: .milliseconds(59_999))
    #expect(events.words == ["1"])
    timers.advance(by: .milliseconds(1))
    #expect(events.words == ["1", "lost timeout body 7.0"])
    #expect(events.problems.first?.explanation?.english.hasSuffix("has sent nothing for 60 seconds.") == true)
    await LoopActor.shared.loop.turns { server.departures == 1 }
  }

  @LoopActor
  @Test func `any byte is a sign of life`() async throws {
    let server = FaultServer(["/": [.send(eventStream()), .drip(":\n", everyMilliseconds: 2)]])
    let timers = manualTimers()
    let events = EventRecorder(try EventStreamSource(server.url("/"), timeout: .seconds(10), timers: timers))
    let stream = try #require(events.connection as? EventStreamConnection).stream
    for _ in 1...5 {
      let count = stream.bytesReceived
      await LoopActor.shared.loop.turns { stream.bytesReceived > count || !events.words.isEmpty }
      // That it has begun is reported on the next turn.
      await LoopActor.shared.loop.nextTurn()
      timers.advance(by: .seconds(59))
    }
    #expect(events.words.isEmpty)
    events.connection?.close()
  }

  @LoopActor
  @Test func `a stream has to begin within the time of an attempt`() async throws {
    let server = FaultServer(["/": [.hold]])
    let timers = manualTimers()
    let events = EventRecorder(try EventStreamSource(server.url("/"), timeout: .seconds(10), timers: timers))
    await LoopActor.shared.loop.turns { server.requests.count == 1 }
    timers.advance(by: .milliseconds(9_999))
    #expect(events.words.isEmpty)
    timers.advance(by: .milliseconds(1))
    #expect(events.words == ["lost timeout firstByte"])
    await LoopActor.shared.loop.turns { server.departures == 1 }
    timers.advance(by: .seconds(3_600))
    #expect(events.words.count == 1)
  }

  @LoopActor
  @Test func `a stream that is paused is not read, and is not silent`() async throws {
    let server = FaultServer([
      "/": [.send(eventStream()), .flood(": \(String(repeating: "-", count: 4_000))\n")]
    ])
    let timers = manualTimers()
    let stream = try EventStream(
      HTTPURL(server.url("/")), options: .patient, after: "", timers: timers, multi: .ofStreams())
    var reports = 0
    try stream.start { _ in reports += 1 }
    await LoopActor.shared.loop.turns { stream.bytesReceived > 0 }
    stream.pause(true)
    let count = stream.bytesReceived
    for _ in 1...20 { await LoopActor.shared.loop.nextTurn() }
    timers.advance(by: .seconds(3_600))
    #expect(stream.bytesReceived == count && reports == 1)
    stream.pause(false)
    await LoopActor.shared.loop.turns { stream.bytesReceived > count }
    await LoopActor.shared.loop.nextTurn()
    #expect(reports == 1)
    // From here on its silence is one again.
    timers.advance(by: .seconds(60))
    #expect(reports == 2)
    stream.close()
  }

  @LoopActor
  @Test func `a connection that is closed reports nothing more`() async throws {
    let server = FaultServer(["/": [.send(eventStream("data: 1\n\n")), .hold], "/silent": [.hold]])
    for path in ["/", "/silent"] {
      let timers = manualTimers()
      let events = EventRecorder(try EventStreamSource(server.url(path), timers: timers))
      await LoopActor.shared.loop.turns { server.requests.last?.contains("GET \(path) ") == true }
      let count = events.events.count
      events.connection?.close()
      timers.advance(by: .seconds(3_600))
      #expect(events.events.count == count)
    }
    await LoopActor.shared.loop.turns { server.departures == 2 }
  }

  @LoopActor
  @Test func `streams of one server leave its connections to fetches`() async throws {
    let server = FaultServer([
      "/events": [.send(eventStream("data: 1\n\n")), .hold], "/": [.send(answer("200 OK", body: "[1]"))],
    ])
    let source = try EventStreamSource(server.url("/events"))
    let streams = (0...CurlMulti.connectionsToOneServer).map { _ in EventRecorder(source) }
    for stream in streams { await stream.wait(for: 1) }
    #expect(try await fetched(server.url("/")).text == "[1]")
  }
}
