import Engine
import Jansson
import Reactor
import StatusCore

/// A wait that goes on after the response to its call: the client asks from time to time what has become of it.
///
/// The extension `io.modelcontextprotocol/tasks`, as its draft was on 21 August 2026.
@LoopActor
final class MCPTask {
  private enum State {
    case working(Ticket<JSONText>)
    /// The result of the tool; its failure is one too.
    case completed(JSONText)
    case cancelled
  }

  let id: String
  /// When the client can ask for it no more.
  let end: Instant
  private let message: String
  private let createdAt: Timestamp
  private var updatedAt: Timestamp
  private let lifetime: Duration
  private let interval: Duration
  private var state = State.cancelled

  /// - Parameters:
  ///   - message: What it waits for, for a person.
  ///   - lifetime: For how long the client can ask for it.
  ///   - interval: How often that is worth while.
  init(
    _ id: String, _ message: String, lifetime: Duration, interval: Duration, at now: Instant,
    _ date: Timestamp
  ) {
    (self.id, self.message, end) = (id, message, now + lifetime)
    (self.lifetime, self.interval) = (lifetime, interval)
    (createdAt, updatedAt) = (date, date)
  }

  var isWorking: Bool {
    if case .working = state { true } else { false }
  }

  /// - Parameter date: The time of day, asked for at the end.
  func begin(_ ticket: Ticket<JSONText>, now date: @escaping @LoopActor () -> Timestamp) {
    state = .working(ticket)
    ticket.onEnd { [weak self] outcome in
      guard let self else { return }
      switch outcome {
      case .success(let result): state = .completed(result)
      case .failure(let failure): state = .completed(MCPToolContent(failure).text(in: .perRequest))
      }
      updatedAt = date()
    }
  }

  /// Gives up the wait; a task that has ended stays as it is.
  func cancel(at date: Timestamp) {
    guard case .working(let ticket) = state else { return }
    ticket.cancel()
    (state, updatedAt) = (.cancelled, date)
  }

  /// The members of a `DetailedTask`, or of the `Task` in a `CreateTaskResult`, where the result is not there yet.
  var text: JSONText {
    JSONText { json in
      json.object { json in
        json.member("taskId", id)
        json.member("status", status)
        json.member("statusMessage", message)
        json.member("createdAt", createdAt)
        json.member("lastUpdatedAt", updatedAt)
        json.member("ttlMs", lifetime.wholeMilliseconds)
        json.member("pollIntervalMs", interval.wholeMilliseconds)
        if case .completed(let result) = state {
          json.member("result") { $0.object(result) { $0.member("resultType", "complete") } }
        }
      }
    }
  }

  private var status: String {
    switch state {
    case .working: "working"
    case .completed: "completed"
    case .cancelled: "cancelled"
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int { Int((seconds * 1_000).rounded()) }
}
