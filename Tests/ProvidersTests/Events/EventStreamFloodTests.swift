import Foundation
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Event streams that send as fast as they can, and several events at once.
@Suite(.timeLimit(.minutes(10))) struct EventStreamFloodTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test(arguments: ["\n", ": \n", "data: 1\n\n", "event: problem\ndata: {}\n\n", "id: 1\n"])
  func `a turn of the loop reads a bounded piece of a stream`(text: String) async throws {
    let server = FaultServer(["/": [.send(eventStream()), .flood(String(repeating: text, count: 2_000))]])
    let stream = try EventStream(
      HTTPURL(server.url("/")), options: .patient, after: "", timers: loop.timers, multi: .ofStreams())
    var (most, sum) = (0, 0)
    // Not the bytes of a turn of this loop: other tests on it run to its end what is put off, so a rest may end within
    // the turn.
    let hook = loop.atEndOfTurn { most = max(most, stream.turnBytes) }
    try stream.start { report in
      if case .messages(let messages) = report { sum += messages.count }
    }
    await loop.turns { stream.bytesReceived > 8 * EventStream.bytesOfTurn }
    // libcurl hands over at most 16 KiB at once (CURL_MAX_WRITE_SIZE). The last piece may pass the limit, and one that
    // came during the rest is handed over when that ends.
    #expect(most <= EventStream.bytesOfTurn + 2 * 16_384)
    if text.hasPrefix("data") { #expect(sum > 50_000) }
    hook.cancel()
    stream.close()
  }

  @LoopActor
  @Test func `a stream that floods keeps no other from its turn`() async throws {
    let flood = FaultServer(["/": [.send(eventStream()), .flood(String(repeating: "\n", count: 8_000))]])
    let quiet = FaultServer(["/": [.send(eventStream("data: 1\n\n")), .hold]])
    let first = EventRecorder(try EventStreamSource(flood.url("/")))
    let second = EventRecorder(try EventStreamSource(quiet.url("/")))
    #expect(await second.wait(for: 1) == ["1"])
    #expect(first.words.isEmpty)
    first.connection?.close()
    second.connection?.close()
  }

  @LoopActor
  @Test func `a pause outlasts the rest of a turn that has brought enough`() async throws {
    let comment = ": \(String(repeating: "-", count: 8_000))\n"
    let server = FaultServer(["/": [.send(eventStream()), .flood(comment)]])
    let stream = try EventStream(
      HTTPURL(server.url("/")), options: .patient, after: "", timers: loop.timers, multi: .ofStreams())
    try stream.start { _ in }
    await loop.turns { stream.bytesReceived > 1 << 20 }
    stream.pause(true)
    let count = stream.bytesReceived
    for _ in 1...20 { await loop.nextTurn() }
    #expect(stream.bytesReceived == count)
    stream.pause(false)
    await loop.turns { stream.bytesReceived > count + 1 << 20 }
    stream.close()
  }

  @LoopActor
  @Test func `messages that come at once bring all of them along`() async throws {
    let text = (1...100).map { "id: \($0)\ndata: \($0)\n\n" }.joined()
    let server = FaultServer(["/": [.send(eventStream(text)), .hold]])
    let events = EventRecorder(try EventStreamSource(server.url("/")))
    await loop.turns { events.words.last == "100@100" }
    let texts = events.events.flatMap { event in
      guard case .delivered(let outcome) = event else { return [String]() }
      return outcome.texts
    }
    #expect(texts == (1...100).map { "\($0)" })
  }

  @LoopActor
  @Test func `of problems that come at once the newest alone is decoded`() async throws {
    let server = FaultServer(["/": [.send(eventStream()), .hold]])
    let stream = try EventStream(
      HTTPURL(server.url("/")), options: .patient, after: "", timers: loop.timers, multi: .ofStreams())
    var problems: [Problem] = []
    try stream.start { report in
      if case .problem(let problem) = report { problems.append(problem) }
    }
    let text = (1...1_000).map { "event: problem\ndata: {\"detail\":\"no \($0)\"}\n\n" }.joined()
    stream.take(Array(text.utf8)[...])
    await loop.turns { !problems.isEmpty }
    #expect(problems.count == 1 && stream.problemsDecoded == 1)
    #expect(problems.first.map { "\($0)" }?.contains("no 1000") == true)
    stream.close()
  }
}
