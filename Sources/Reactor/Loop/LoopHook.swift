/// Something that the loop calls again and again, until it is cancelled.
@LoopActor
package final class LoopHook {
  fileprivate private(set) var action: (@LoopActor () -> Void)?

  fileprivate init(_ action: @escaping @LoopActor () -> Void) {
    self.action = action
  }

  package func cancel() {
    action = nil
  }
}

/// The hooks of one place in the loop's turn, in the order in which they were added.
@LoopActor
final class HookList {
  private var hooks: [LoopHook] = []

  nonisolated init() {}

  func add(_ action: @escaping @LoopActor () -> Void) -> LoopHook {
    // Here and not in `call`, which must cost nothing in the turns in which there is nothing to do.
    let hook = LoopHook(action)
    hooks = hooks.filter { $0.action != nil } + [hook]
    return hook
  }

  /// Calls every hook; one that is added meanwhile is called the next time.
  func call() {
    for hook in hooks { hook.action?() }
  }
}
