internal import StatusdTypes

/// Something that happens once, and those who wait for it.
final class Signal: Sendable {
  private enum Phase {
    case awaited([CheckedContinuation<Void, Never>])
    case past
  }

  private let phase = Locked(Phase.awaited([]))

  func set() {
    let waiting = phase.withLock { phase -> [CheckedContinuation<Void, Never>] in
      guard case .awaited(let waiting) = phase else { return [] }
      phase = .past
      return waiting
    }
    for each in waiting { each.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isPast = phase.withLock { phase in
        guard case .awaited(let waiting) = phase else { return true }
        phase = .awaited(waiting + [continuation])
        return false
      }
      if isPast { continuation.resume() }
    }
  }
}
