internal import StatusdTypes

/// What waits to be read: the newest element of each topic, of at most `limit` topics.
///
/// A slow reader costs little, and never holds up the thread that adds. Whoever does not read for long loses the
/// oldest.
package final class Mailbox<Topic: Hashable & Sendable, Element: Sendable>: Sendable {
  private struct State {
    var order: [Topic] = []
    var elements: [Topic: Element] = [:]
    /// Who waits, by number.
    ///
    /// Nil where a reader was cancelled before it began to wait.
    var readers: [Int: CheckedContinuation<Void, Never>?] = [:]
    var lastReader = 0
    var ending: Result<Void, any Error>?
  }

  private enum Reading {
    case element(Element)
    case end(Result<Void, any Error>)
    case nothing
  }

  private let limit: Int
  private let state = Locked(State())

  package init(limit: Int) {
    self.limit = limit
  }

  // MARK: Writing

  /// `replace`: makes one of the element that waits and of the new one, which comes second.
  package func add(_ element: Element, of topic: Topic, replace: (Element, Element) -> Element = { $1 }) {
    change { state in
      guard state.ending == nil else { return }
      if let older = state.elements[topic] {
        // In its place: what changes often is not read later for it.
        state.elements[topic] = replace(older, element)
        return
      }
      state.elements[topic] = element
      state.order.append(topic)
      if state.order.count > limit { state.elements[state.order.removeFirst()] = nil }
    }
  }

  /// Leaves out what waits.
  package func clear() {
    change { state in
      state.order = []
      state.elements = [:]
    }
  }

  /// Nothing follows what waits.
  ///
  /// `error` is thrown behind it, to every reader.
  package func end(_ error: (any Error)? = nil) {
    change { state in
      if state.ending == nil { state.ending = error.map { .failure($0) } ?? .success(()) }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let readers = state.withLock { state in
      body(&state)
      defer { state.readers = state.readers.filter { $0.value == nil } }
      return state.readers.values.compactMap { $0 }
    }
    for reader in readers { reader.resume() }
  }

  // MARK: Reading

  /// Nil at the end, and for a task that is cancelled.
  package func next() async throws -> Element? {
    while true {
      switch state.withLock({ Self.read(&$0) }) {
      case .element(let element): return element
      case .end(let ending):
        try ending.get()
        return nil
      case .nothing: break
      }
      if Task.isCancelled { return nil }
      await change()
    }
  }

  private static func read(_ state: inout State) -> Reading {
    guard let topic = state.order.first, let element = state.elements.removeValue(forKey: topic) else {
      return state.ending.map { .end($0) } ?? .nothing
    }
    state.order.removeFirst()
    return .element(element)
  }

  /// Waits until something was added, or the task is cancelled.
  private func change() async {
    let reader = state.withLock { state in
      state.lastReader += 1
      return state.lastReader
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if !waits(reader, continuation) { continuation.resume() }
      }
    } onCancel: {
      leave(reader)
    }
  }

  /// Whether there is anything to wait for.
  private func waits(_ reader: Int, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
    state.withLock { state in
      let isCancelled = state.readers.removeValue(forKey: reader) != nil
      guard !isCancelled, state.order.isEmpty, state.ending == nil else { return false }
      state.readers[reader] = .some(continuation)
      return true
    }
  }

  private func leave(_ reader: Int) {
    let continuation = state.withLock { state in
      if let waiting = state.readers.removeValue(forKey: reader) { return waiting }
      state.readers.updateValue(nil, forKey: reader)
      return nil
    }
    continuation?.resume()
  }
}
