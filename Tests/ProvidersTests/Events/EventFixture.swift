import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// What came over a connection to an event stream.
@LoopActor
final class EventRecorder {
  private(set) var events: [LiveEvent] = []
  private(set) var connection: (any LiveConnection)?

  init(_ source: EventStreamSource, after id: String? = nil) {
    let request = SourceRequest(validators: id.map { Validators(entityTag: $0) })
    connection = source.open(request) { [weak self] in self?.events.append($0) }
  }

  /// Lets the loop turn until so many events have come, or no more do.
  @discardableResult
  func wait(for count: Int) async -> [String] {
    await LoopActor.shared.loop.turns { events.count >= count || events.last?.isLast == true }
    return words
  }

  /// The events, one word for each: the value, the kind of a problem, `lost` and its kind.
  var words: [String] { events.map(\.word) }

  var problems: [Problem] {
    events.compactMap { event in
      switch event {
      case .delivered(.failure(let problem)), .lost(let problem, _): problem
      case .delivered(.success), .ended: nil
      }
    }
  }

  isolated deinit {
    connection?.close()
  }
}

extension LiveEvent {
  fileprivate var isLast: Bool {
    switch self {
    case .delivered: false
    case .lost, .ended: true
    }
  }

  fileprivate var word: String {
    switch self {
    case .delivered(.success(let response)):
      switch response.content {
      case .body(let bytes):
        String(decoding: bytes, as: UTF8.self) + (response.validators?.entityTag.map { "@\($0)" } ?? "")
      case .value, .notModified, .nothing: "\(response.content)"
      }
    case .delivered(.failure(let problem)): problem.kind.rawValue
    case .lost(let problem, let pause):
      "lost \(problem.kind.rawValue) \(problem.detail.reason ?? "-")" + (pause.map { " \($0.seconds)" } ?? "")
    case .ended: "ended"
    }
  }
}

/// The beginning of a response that is an event stream.
func eventStream(_ text: String = "", type: String = "text/event-stream", _ headers: String...) -> String {
  (["HTTP/1.1 200 OK", "Content-Type: \(type)", "Connection: close"] + headers).map { "\($0)\r\n" }.joined()
    + "\r\n" + text
}

extension EventStreamSource {
  /// With the limits of the program, and those that a test changes; with patience where time is no part of a test.
  @LoopActor
  convenience init(
    _ url: String, headers: [HTTPHeader] = [], timeout: Duration = .seconds(600),
    timers: TimerQueue = LoopActor.shared.loop.timers,
    _ change: (inout HTTPLimits) -> Void = { _ in }
  ) throws {
    var options = HTTPOptions.patient
    options.headers = headers
    change(&options.limits)
    self.init(try HTTPURL(url), options: options, timeout: timeout, timers: timers)
  }
}
