import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers
@testable import StatusServer

/// Every fault of the table through a real socket, up to the value or the problem: source and decoder together.
struct FaultTableTests {
  init() {
    EventLoopThread.start()
  }

  @Test func `there are faults enough, and no two of one name`() {
    #expect(Fault.all.count >= 45)
    #expect(Set(Fault.all.map(\.description)).count == Fault.all.count)
  }

  @LoopActor
  @Test(arguments: Fault.all)
  func `a fault is called what the table says`(fault: Fault) async throws {
    let stage = try FaultStage(fault)
    let problem = try await problem(of: fault, on: stage)
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
  private func problem(of fault: Fault, on stage: FaultStage) async throws -> Problem? {
    var options = HTTPOptions(userAgent: "statusd/test", caFile: stage.caFile)
    if fault.failure?.reason == "connect" { options.limits.connectTimeout = .milliseconds(150) }
    let source = HTTPSource(try HTTPURL(stage.url), options: options)
    let ending = Box(Result<SourceReply, Problem>?.none)
    let attempt = try #require(source.fetch(SourceRequest()) { ending.value = $0 } as? HTTPAttempt)
    // The caller's time is over as soon as the attempt has got as far as it can.
    let last = fault.lastPhase
    await LoopActor.shared.loop.turns {
      ending.value != nil
        || attempt.progress.phase == last && stage.requests.count == fault.requestCount
    }
    guard let ending = ending.value else { return attempt.expire() }
    return problem(of: ending, from: source.address)
  }

  private func problem(of ending: Result<SourceReply, Problem>, from address: String) -> Problem? {
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
    if case .answer(let steps) = place { steps.count } else { 0 }
  }
}
