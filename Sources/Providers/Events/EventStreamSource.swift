package import Reactor
package import StatusCore

/// A resource whose server sends values as they change: Server-Sent Events (WHATWG HTML, section 9.2).
///
/// The data of a message is a value. An event `problem` says why there is none, in the form of RFC 9457. Other events
/// are for scripts that know them.
@LoopActor
package final class EventStreamSource: LiveSource {
  package let address: String
  package var origin: String? { url.origin }
  package let liveMode: LiveMode? = .insteadOfPolls
  private let url: HTTPURL
  private let options: HTTPOptions
  private let timeout: Duration
  private let timers: TimerQueue
  private var history = EventHistory()

  /// Makes a source of the event stream at `url`.
  ///
  /// - Parameter timeout: For a stream to begin, once it is asked for.
  package init(
    _ url: HTTPURL, options: HTTPOptions, timeout: Duration = .seconds(10),
    timers: TimerQueue = LoopActor.shared.loop.timers
  ) {
    (self.url, self.options, self.timeout, self.timers) = (url, options, timeout, timers)
    address = url.redacted
  }

  /// Opens a stream of its own, takes the first message and closes it.
  ///
  /// It is not resumed behind an earlier event, because then nothing would come until the value changes. It is for the
  /// server to send the present value to whoever connects.
  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    do throws(Problem) {
      return try EventStreamAttempt(stream(after: "", .shared()), completion)
    } catch {
      return LaterCompletion(completion) { [error = error.at(url)] in .failure(error) }
    }
  }

  /// Opens the stream, resumed behind the message whose value is kept.
  package func open(
    _ request: SourceRequest, _ received: @escaping @LoopActor (LiveEvent) -> Void
  ) -> any LiveConnection {
    let resumption = history.resumption(behind: request.validators?.entityTag)
    do throws(Problem) {
      let stream = try stream(after: resumption.id, .ofStreams())
      return try EventStreamConnection(stream, within: timeout, on: timers) { report in
        self.history.note(lastEventID: stream.lastEventID, retry: stream.retry)
        if let event = self.event(of: report, resumption) { received(event) }
      }
    } catch {
      return FailedConnection(error.at(url), received)
    }
  }

  private func stream(after id: String, _ multi: CurlMulti) throws(Problem) -> EventStream {
    try EventStream(url, options: try options.readingFiles(), after: id, timers: timers, multi: multi)
  }
}

extension EventStreamSource {
  /// What a report is to the engine; nil for nothing.
  private func event(of report: EventStream.Report, _ resumption: EventHistory.Resumption) -> LiveEvent? {
    switch report {
    case .opened:
      return resumption.confirmsValue ? .delivered(.success(.notModified)) : nil
    case .messages(let messages):
      for message in messages { history.messageCame(id: message.id) }
      return .delivered(.success(SourceResponse(newestOf: messages)))
    case .problem(let problem):
      history.problemCame()
      return .delivered(.failure(problem))
    case .ended(nil): return .ended
    case .ended(let problem?): return .lost(problem, pause: history.pause)
    }
  }
}

extension SourceResponse {
  /// The last of some messages, with those before it; the id of each takes the place of a validator.
  ///
  /// - Precondition: There is one.
  init(newestOf messages: [EventStream.Message]) {
    self.init(messages[messages.count - 1])
    earlier = messages.dropLast().map(SourceResponse.init)
  }

  private init(_ message: EventStream.Message) {
    self.init(
      .body(message.data), validators: message.id.isEmpty ? nil : Validators(entityTag: message.id))
  }
}
