import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// The progress of the calls whose client has given a token.
///
/// It keeps one message for each call: a client that reads slowly gets the newest.
@LoopActor
final class MCPProgress {
  /// One call that waits.
  @LoopActor
  final class Entry {
    fileprivate let token: [UInt8]
    fileprivate let hasMessages: Bool
    /// The resource whose attempts are progress; nil for a call that hears of the time alone.
    fileprivate let resource: ResourceID?
    fileprivate var sent = 0
    fileprivate var message: String?
    fileprivate var timer: Timer?

    fileprivate init(_ token: [UInt8], hasMessages: Bool, resource: ResourceID?) {
      (self.token, self.hasMessages, self.resource) = (token, hasMessages, resource)
    }
  }

  /// How often a long wait says that it goes on.
  private static let interval = Duration.seconds(10)

  private let timers: TimerQueue
  private let isUsed: @LoopActor (Bool) -> Void
  private let hasNews: @LoopActor () -> Void
  var isEmpty: Bool { entries.isEmpty }
  private var entries: [Entry] = [] {
    didSet { if entries.isEmpty != oldValue.isEmpty { isUsed(!entries.isEmpty) } }
  }

  /// - Parameters:
  ///   - isUsed: Called when the first call begins and when the last one has ended.
  ///   - hasNews: Called when there is something to write at the end of the turn.
  init(
    on timers: TimerQueue, _ isUsed: @escaping @LoopActor (Bool) -> Void,
    hasNews: @escaping @LoopActor () -> Void
  ) {
    (self.timers, self.isUsed, self.hasNews) = (timers, isUsed, hasNews)
  }

  /// Begins to report the progress of a call, if its client wants that.
  ///
  /// - Parameters:
  ///   - resource: The resource whose attempts are progress.
  ///   - wait: What is waited for, for a call that reports the time alone.
  func begin(_ call: MCPCall, attemptsOf resource: ResourceID? = nil, waitingFor wait: String) {
    guard let token = call.meta.progressToken else { return }
    let entry = Entry(token, hasMessages: call.version.hasAnnotations, resource: resource)
    entries.append(entry)
    call.progress = entry
    remind(entry, of: wait, after: 0)
  }

  /// A call gets its response, or none: nothing more is sent for it.
  func end(_ call: MCPCall) {
    guard let entry = call.progress else { return }
    call.progress = nil
    entry.timer?.cancel()
    entries.removeAll { $0 === entry }
  }

  /// An attempt of a fetch has begun.
  func attempted(_ resource: ResourceID, number: Int, limit: Int) {
    for entry in entries where entry.resource == resource {
      entry.message = "\(resource.title): attempt \(number) of \(limit)"
    }
    hasNews()
  }

  private func remind(_ entry: Entry, of wait: String, after seconds: Int64) {
    entry.timer = timers.schedule(after: Self.interval) { [weak self, weak entry] in
      guard let self, let entry else { return }
      let waited = seconds + Self.interval.components.seconds
      entry.message = "waiting for \(wait), for \(waited) s"
      hasNews()
      remind(entry, of: wait, after: waited)
    }
  }

  // MARK: Notifying

  func flush(_ write: MessageOutput) {
    for entry in entries {
      guard let message = entry.message else { continue }
      entry.message = nil
      entry.sent += 1
      let token = entry.token
      write { json in
        json.notification("notifications/progress") { json in
          json.object { json in
            json.member("progressToken") { $0.received(token.span) }
            json.member("progress", entry.sent)
            if entry.hasMessages { json.member("message", message) }
          }
        }
      }
    }
  }
}
