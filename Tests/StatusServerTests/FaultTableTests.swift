import Engine
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers
@testable import StatusServer

/// Every fault of the table through a real socket, up to the value or the problem: source and decoder
/// together.
@Suite(.timeLimit(.minutes(10))) struct FaultTableTests {
  init() {
    EventLoopThread.start()
  }

  @Test func `there are faults enough, and no two of one name`() {
    #expect(Fault.all.count >= 45)
    #expect(Set(Fault.all.map(\.description)).count == Fault.all.count)
  }

  /// One after the other: there are as many servers as faults.
  @Test(.serialized, arguments: Fault.all)
  func `a fault is called what the table says`(fault: Fault) async throws {
    let stage = try FaultStage(fault)
    let problem = try await problem(of: fault, at: stage.url, caFile: stage.caFile, stage.faultServer)
    #expect(problem?.kind.rawValue == fault.failure?.kind)
    #expect(problem?.kind.code == fault.failure?.code)
    #expect(problem?.detail.reason == fault.failure?.reason)
    #expect(problem?.detail.status == fault.failure?.status)
    #expect(problem?.detail.path == fault.failure?.path)
    #expect(problem?.detail.limit == fault.failure?.limit)
    #expect(problem?.detail.url == fault.failure.map { _ in stage.url })
    let wait = problem?.retryAfter.map { $0 / .seconds(1) }
    #expect((wait == nil) == (fault.failure?.after == nil))
    if let wait, let after = fault.failure?.after { #expect(after ~= wait) }
  }

  @LoopActor
  private func problem(
    of fault: Fault, at url: String, caFile: String?, _ server: FaultServer?
  ) async throws -> Problem? {
    var options = HTTPOptions(userAgent: "statusd/test", caFile: caFile)
    // Unless it is about that, a busy machine may take its time.
    options.limits.connectTimeout = fault.failure?.reason == "connect" ? .milliseconds(150) : .seconds(60)
    let source = HTTPSource(try HTTPURL(url), options: options)
    guard let last = fault.lastPhase else { return problem(of: await source.reply(), from: source.address) }
    let attempt = try #require(source.fetch(SourceRequest()) { _ in } as? HTTPAttempt)
    // The caller's time is over as soon as the attempt has got as far as it can.
    await LoopActor.shared.loop.turns {
      attempt.progress.phase == last && server?.requests.count == fault.requestCount
    }
    return attempt.expire()
  }

  private func problem(of ending: Result<SourceResponse, Problem>, from address: String) -> Problem? {
    switch ending {
    case .failure(let problem): return problem
    case .success(let reply):
      guard case .body(let bytes) = reply.content else { return Problem(.internalError) }
      guard case .failure(let problem) = ValueDecoder.decode(bytes, as: .menu, from: address) else {
        return nil
      }
      return problem
    }
  }
}

extension Fault {
  /// The phase in which nothing happens any more; nil where the server sees to an end.
  fileprivate var lastPhase: TransferProgress.Phase? {
    guard failure?.kind == "timeout", failure?.status == nil else { return nil }
    switch failure?.reason {
    case "firstByte": return .awaitingHeaders
    case "body": return .body
    default: return nil
    }
  }

  /// One for each path.
  fileprivate var requestCount: Int {
    if case .response(let steps) = place { steps.count } else { 0 }
  }
}

extension HTTPSource {
  /// What one attempt brings.
  fileprivate func reply() async -> Result<SourceResponse, Problem> {
    await withCheckedContinuation { continuation in
      _ = fetch(SourceRequest()) { continuation.resume(returning: $0) }
    }
  }
}
