internal import Foundation

/// Which requests wait for a response, from the announcement of each to its one end.
///
/// A call is announced before it is sent, because its task can be cancelled at any moment between. One that was
/// withdrawn after that gets its response all the same, maybe a result: whoever must undo that takes it late.
struct PendingCalls {
  /// Is called once, with a whole response or why there is none.
  typealias Completion = @Sendable (Result<Data, any Error>) -> Void

  private enum Phase {
    case announced
    case withdrawn(any Error)
    case sent(Completion, late: Completion)
    case late(Completion)
  }

  private var lastID = 0
  private var phases: [Int: Phase] = [:]
  /// Why there will be no more responses.
  private(set) var ending: (any Error)?

  mutating func announce() -> Int {
    lastID += 1
    phases[lastID] = .announced
    return lastID
  }

  /// A call that could not be written ends before it began.
  mutating func forget(_ id: Int) {
    phases[id] = nil
  }

  /// Nil where the request is to be sent now; else why the call has ended without it.
  ///
  /// `late` is called in place of `completion` once that has been taken by ``withdraw(_:_:)``.
  mutating func begin(
    _ id: Int, late: @escaping Completion = { _ in }, _ completion: @escaping Completion
  ) -> (any Error)? {
    if let ending {
      phases[id] = nil
      return ending
    }
    if case .withdrawn(let reason) = phases[id] {
      phases[id] = nil
      return reason
    }
    phases[id] = .sent(completion, late: late)
    return nil
  }

  /// The completion of a call that nobody waits for any more, where its request was sent.
  mutating func withdraw(_ id: Int, _ reason: any Error) -> Completion? {
    switch phases[id] {
    case .announced: phases[id] = .withdrawn(reason)
    case .sent(let completion, let late):
      phases[id] = .late(late)
      return completion
    case .withdrawn, .late, nil: break
    }
    return nil
  }

  /// The completion of a call that has its response.
  mutating func settle(_ id: Int) -> Completion? {
    switch phases[id] {
    case .sent(let completion, _), .late(let completion):
      phases[id] = nil
      return completion
    case .announced, .withdrawn, nil: return nil
    }
  }

  /// The same of every call that waits: an error without an id responds to one of them, and nobody knows which.
  mutating func settleAll() -> [Completion] {
    phases.keys.sorted().compactMap { settle($0) }
  }

  /// There will be no more responses.
  ///
  /// Nil where that was known.
  mutating func end(_ reason: any Error) -> [Completion]? {
    guard ending == nil else { return nil }
    ending = reason
    return settleAll()
  }
}
