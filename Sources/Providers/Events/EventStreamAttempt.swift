import Reactor
import StatusCore

/// One attempt to get the first message of an event stream.
@LoopActor
final class EventStreamAttempt: SourceAttempt {
  let stream: EventStream
  private var completion: SourceCompletion?

  /// Opens the stream.
  init(_ stream: EventStream, _ completion: @escaping SourceCompletion) throws(Problem) {
    (self.stream, self.completion) = (stream, completion)
    try stream.start { self.take($0) }
  }

  func cancel() {
    completion = nil
    stream.close()
  }

  func expire() -> Problem {
    completion = nil
    return stream.expire()
  }

  private func take(_ report: EventStream.Report) {
    switch report {
    case .opened: break
    case .messages(let messages): complete(.success(SourceResponse(newestOf: messages)))
    case .problem(let problem): complete(.failure(problem))
    case .ended(let problem): complete(.failure(problem ?? stream.missingData))
    }
  }

  private func complete(_ result: Result<SourceResponse, Problem>) {
    let completion = completion.take()
    stream.close()
    completion?(result)
  }
}
