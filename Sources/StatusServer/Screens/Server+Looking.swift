import Engine
import Reactor

/// The sessions that have screens: they look when anything has changed that a screen may show.
///
/// A turn in which nothing has changed looks at none of them.
@LoopActor
final class LookingSessions {
  private var hooks: [ObjectIdentifier: LoopHook] = [:]
  private var hook: LoopHook?
  private var seen = -1

  func add(_ session: Session) {
    guard let endOfTurn = session.endOfTurn else { return }
    hooks[ObjectIdentifier(session)] = endOfTurn
    endOfTurn.mark()
    guard hook == nil else { return }
    // Unowned: the server lives as long as its sessions.
    hook = session.server.loop.atEndOfTurn { [unowned self, unowned engine = session.engine] in
      look(at: engine)
    }
  }

  func remove(_ session: Session) {
    hooks[ObjectIdentifier(session)] = nil
    guard hooks.isEmpty else { return }
    hook?.cancel()
    hook = nil
  }

  private func look(at engine: Engine) {
    let changes = engine.changeCount
    guard changes != seen else { return }
    seen = changes
    for hook in hooks.values { hook.mark() }
  }
}

extension Server {
  /// A session has its first screen.
  func look(for session: Session) { looking.add(session) }

  /// It has no screen any more.
  func stopLooking(for session: Session) { looking.remove(session) }
}
