import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// When the completion of an attempt is called, and when it is not.
struct HTTPAttemptTests {
  @Test func `the completion is never called from within fetch`() async throws {
    let url = try HTTPURL("http://127.0.0.1:\(LoopbackSocket.freePort)/")
    #expect(await isTold(by: url) == .later)
  }

  @Test func `a cancelled attempt is not told, and leaves the others alone`() async throws {
    let server = FaultServer(["/slow": [.hold], "/": [.send(answer("200 OK", body: "[1]"))]])
    let (slow, quick) = (try HTTPURL(server.url("/slow")), try HTTPURL(server.url("/")))
    #expect(await told(slow, cancelledFor: quick) == ["[1]"])
  }

  @Test func `cancelling an attempt that has ended changes nothing`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let url = try HTTPURL(server.url("/"))
    #expect(await toldAndCancelled(url) == ["[1]"])
  }

  @Test func `many attempts run side by side`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let url = server.url("/")
    let texts = try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await fetched(url).text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: "[1]", count: 50))
  }
}

private enum Moment { case atOnce, later }

@LoopActor
private func source(_ url: HTTPURL) -> HTTPSource {
  HTTPSource(url, options: HTTPOptions(userAgent: "statusd/test"))
}

private func isTold(by url: HTTPURL) async -> Moment {
  EventLoopThread.start()
  return await moment(url)
}

@LoopActor
private func moment(_ url: HTTPURL) async -> Moment {
  var hasReturned = false
  return await withCheckedContinuation { continuation in
    _ = source(url).fetch { _ in continuation.resume(returning: hasReturned ? .later : .atOnce) }
    hasReturned = true
  }
}

private func told(_ first: HTTPURL, cancelledFor second: HTTPURL) async -> [String?] {
  EventLoopThread.start()
  return await cancelling(first, then: second)
}

@LoopActor
private func cancelling(_ first: HTTPURL, then second: HTTPURL) async -> [String?] {
  var told: [String?] = []
  let attempt = source(first).fetch { told.append($0.text) }
  await withCheckedContinuation { continuation in
    _ = source(second).fetch {
      told.append($0.text)
      attempt.cancel()
      attempt.cancel()
      continuation.resume()
    }
  }
  return told
}

private func toldAndCancelled(_ url: HTTPURL) async -> [String?] {
  EventLoopThread.start()
  return await cancellingAtTheEnd(url)
}

@LoopActor
private func cancellingAtTheEnd(_ url: HTTPURL) async -> [String?] {
  var told: [String?] = []
  var attempt: (any SourceAttempt)?
  await withCheckedContinuation { continuation in
    attempt = source(url).fetch {
      told.append($0.text)
      attempt?.cancel()
      continuation.resume()
    }
  }
  return told
}
