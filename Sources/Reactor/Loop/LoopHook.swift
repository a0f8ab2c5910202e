/// Something that the loop calls again and again, until it is cancelled.
@LoopActor
package final class LoopHook {
  fileprivate private(set) var action: (@LoopActor () -> Void)?
  private let list: HookList
  /// Whether it is going to be called, or is being called.
  private var isMarked = false

  fileprivate init(_ list: HookList, _ action: (@LoopActor () -> Void)?) {
    self.list = list
    self.action = action
  }

  /// Sets what is called when it was marked.
  package func onMarked(_ action: @escaping @LoopActor () -> Void) {
    self.action = action
  }

  /// Has it called once, the next time; only for one that is not called every time.
  ///
  /// What it causes itself is its own to look after: while it runs, this does nothing.
  package func mark() {
    guard !isMarked else { return }
    isMarked = true
    list.add(marked: self)
  }

  /// Whether it is going to be called.
  var isDue: Bool { isMarked }

  fileprivate func callMarked() {
    action?()
    isMarked = false
  }

  package func cancel() {
    action = nil
  }
}

/// The hooks of one place in the loop's turn: those that are called every time, in the order in which they were added,
/// and then those that are marked, in that order.
@LoopActor
final class HookList {
  private var hooks: [LoopHook] = []
  /// The first one that is marked: a process with one client has no other, and needs no list.
  private var firstMarked: LoopHook?
  private var otherMarked: [LoopHook] = [] {
    didSet { hasOthers = !otherMarked.isEmpty }
  }
  /// Kept beside the list, which is not to be had without a check of exclusive access.
  private var hasOthers = false

  nonisolated init() {}

  /// Whether one is going to be called that is not called every time.
  var hasMarked: Bool { firstMarked != nil }

  /// Adds one that is called every time.
  func add(_ action: @escaping @LoopActor () -> Void) -> LoopHook {
    // Here and not in `call`, which must cost nothing in the turns in which there is nothing to do.
    let hook = LoopHook(self, action)
    hooks = hooks.filter { $0.action != nil } + [hook]
    return hook
  }

  /// Makes one that is called when it was marked: turns cost nothing by the number of these.
  func makeMarkable(_ action: (@LoopActor () -> Void)?) -> LoopHook {
    LoopHook(self, action)
  }

  fileprivate func add(marked hook: LoopHook) {
    if firstMarked == nil { firstMarked = hook } else { otherMarked.append(hook) }
  }

  /// Calls every hook; one that is added or marked meanwhile is called the next time.
  func call() {
    for hook in hooks { hook.action?() }
    guard let first = firstMarked else { return }
    firstMarked = nil
    if hasOthers { return callMarked(first) }
    first.callMarked()
  }

  private func callMarked(_ first: LoopHook) {
    let others = otherMarked
    otherMarked = []
    first.callMarked()
    for hook in others { hook.callMarked() }
  }
}
