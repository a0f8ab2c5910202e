import DequeModule

/// Asks for the addresses of names, each by a thread: getaddrinfo(3) waits for name servers, and there is no other way
/// to all that the system is set up to ask.
///
/// A thread cannot be called back. So that a client which asks and cancels while name servers are silent does not
/// make thousands, there is one for each name, which whoever asks meanwhile joins, and ``most`` of them at a time; other
/// names wait in line.
@LoopActor
package final class Resolver {
  package static let shared = Resolver { SocketAddress.addresses(of: $0, isNumeric: false) }

  /// Names that are asked for at the same time.
  nonisolated static let most = 8
  /// Names that wait in line.
  nonisolated static let longestLine = 1_024

  private let ask: @Sendable (String) -> [SocketAddress]

  /// Who waits for each name that is asked for or stands in line; nobody when all have left.
  private var waiting: [String: [HostLookup]] = [:]
  private var line: Deque<String> = []
  /// Threads that have not come back.
  private(set) var askedCount = 0

  /// - Parameter ask: Finds out addresses; called on a thread of its own, where it may wait.
  init(ask: @escaping @Sendable (String) -> [SocketAddress]) {
    self.ask = ask
  }

  /// Has the lookup ended, later, with what its name has.
  func join(_ lookup: HostLookup, on loop: EventLoop) {
    let name = lookup.host
    if waiting[name] != nil {
      waiting[name]?.append(lookup)
    } else if askedCount < Self.most {
      waiting[name] = [lookup]
      start(name, on: loop)
    } else if line.count < Self.longestLine {
      waiting[name] = [lookup]
      line.append(name)
    } else {
      loop.onNextTurn { lookup.end(.overloaded) }
    }
  }

  /// The lookup does not wait any more; a name in line that nobody waits for is not asked for.
  func leave(_ lookup: HostLookup) {
    let name = lookup.host
    waiting[name]?.removeAll { $0 === lookup }
    guard waiting[name]?.isEmpty == true, let index = line.firstIndex(of: name) else { return }
    line.remove(at: index)
    waiting[name] = nil
  }

  private func start(_ name: String, on loop: EventLoop) {
    askedCount += 1
    do throws(SystemError) {
      try DetachedThread.start { [ask] in
        let addresses = ask(name)
        loop.post { self.end(name, .addresses(addresses), on: loop) }
      }
    } catch {
      loop.onNextTurn { self.end(name, .overloaded, on: loop) }
    }
  }

  private func end(_ name: String, _ outcome: HostLookup.Outcome, on loop: EventLoop) {
    askedCount -= 1
    let lookups = waiting.removeValue(forKey: name) ?? []
    if let next = line.popFirst() { start(next, on: loop) }
    for lookup in lookups { lookup.end(outcome) }
  }
}
