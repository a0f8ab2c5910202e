internal import StatusdTypes

/// Something that happens once, and those who wait for it.
final class Signal<Value: Sendable>: Sendable {
  private enum Phase {
    case awaited([CheckedContinuation<Value, Never>])
    case past(Value)
  }

  private let phase = Locked(Phase.awaited([]))

  /// It happens; what comes later is left out.
  func set(_ value: Value) {
    let waiting = phase.withLock { phase -> [CheckedContinuation<Value, Never>] in
      guard case .awaited(let waiting) = phase else { return [] }
      phase = .past(value)
      return waiting
    }
    for each in waiting { each.resume(returning: value) }
  }

  func wait() async -> Value {
    await withCheckedContinuation { continuation in
      let past = phase.withLock { phase -> Value? in
        switch phase {
        case .past(let value): return value
        case .awaited(let waiting):
          phase = .awaited(waiting + [continuation])
          return nil
        }
      }
      if let past { continuation.resume(returning: past) }
    }
  }
}
