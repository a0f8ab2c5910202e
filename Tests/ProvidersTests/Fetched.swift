import Providers
import Reactor
import StatusCore
import TestSupport

/// What one attempt of a source brings, which is made on the event loop.
func fetched(from makeSource: @LoopActor @Sendable () -> any Source) async -> Result<SourceResponse, Problem>
{
  EventLoopThread.start()
  return await fetchedOnLoop(from: makeSource)
}

@LoopActor
private func fetchedOnLoop(
  from makeSource: @LoopActor @Sendable () -> any Source
) async -> Result<SourceResponse, Problem> {
  let source = makeSource()
  return await withCheckedContinuation { continuation in
    _ = source.fetch(SourceRequest()) { continuation.resume(returning: $0) }
  }
}

extension Result<SourceResponse, Problem> {
  /// The body as text; nil for a failure or another reply.
  var text: String? {
    guard case .success(let reply) = self, case .body(let bytes) = reply.content else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same with what came before it, oldest first.
  var texts: [String] { (try? get().texts) ?? [] }

  var problem: Problem? {
    guard case .failure(let problem) = self else { return nil }
    return problem
  }
}

extension SourceResponse {
  /// The bodies as texts, of what came before it as well, oldest first.
  var texts: [String] {
    (earlier + [self]).map { response in
      guard case .body(let bytes) = response.content else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
