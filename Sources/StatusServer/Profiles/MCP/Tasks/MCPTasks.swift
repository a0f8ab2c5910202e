import Engine
import Jansson
import Reactor
import StatusCore

/// The tasks of one session, oldest first; they end with it.
@LoopActor
struct MCPTasks {
  /// `limits.tasks`: the most that are kept; none if the extension is off.
  let limit: Int
  private var tasks: [MCPTask] = []
  private var count = 0

  /// How long the result of a task that has taken all of its time can be asked for.
  private static let afterlife = Duration.seconds(3_600)
  /// The least time after which it is worth while to ask again.
  private static let shortestInterval = Duration.seconds(1)

  init(limit: Int) { self.limit = limit }

  var isOn: Bool { limit > 0 }

  /// Makes a task, in the place of the oldest that has ended if there are too many.
  ///
  /// - Parameters:
  ///   - resource: What is waited for.
  ///   - timeout: How long the task takes at most.
  ///   - interval: How often the resource is polled meanwhile.
  /// - Returns: Nil if as many are at work: the call is then one like any other.
  mutating func make(
    waitingFor resource: ResourceID, timeout: Duration, interval: Duration, at now: Instant, _ date: Timestamp
  ) -> MCPTask? {
    tasks.removeAll { $0.end <= now }
    if tasks.count >= limit {
      guard let ended = tasks.firstIndex(where: { !$0.isWorking }) else { return nil }
      tasks.remove(at: ended)
    }
    count += 1
    let task = MCPTask(
      "t\(count)", "Waiting for \(resource.title), for \(Int(timeout.seconds.rounded(.up))) s at most.",
      lifetime: timeout + Self.afterlife, interval: max(interval, Self.shortestInterval), at: now, date)
    tasks.append(task)
    return task
  }

  /// The task of that id; nil for one that is not there, or no more.
  func find(_ id: String, at now: Instant) -> MCPTask? { tasks.first { $0.id == id && $0.end > now } }

  /// The session ends, and nobody can ask any more.
  mutating func end(at date: Timestamp) {
    for task in tasks { task.cancel(at: date) }
    tasks = []
  }
}
