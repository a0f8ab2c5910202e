internal import Foundation

/// Which requests wait for a response.
///
/// One that was withdrawn gets its response all the same, maybe a result: whoever must undo that takes it late.
struct PendingCalls {
  /// Is called once, with a whole response or why there is none.
  typealias Completion = @Sendable (Result<Data, any Error>) -> Void

  private enum Phase {
    case sent(Completion, late: Completion)
    case late(Completion)
  }

  private var lastID = 0
  private var phases: [Int: Phase] = [:]
  /// Why there will be no more responses.
  private(set) var ending: (any Error)?

  /// The number of the next request, which no other one has.
  mutating func announce() -> Int {
    lastID += 1
    return lastID
  }

  /// Nil where the request is to be sent now; else why there will be no response.
  ///
  /// `late` is called in place of `completion` once that has been taken by ``withdraw(_:)``.
  mutating func begin(
    _ id: Int, late: @escaping Completion = { _ in }, _ completion: @escaping Completion
  ) -> (any Error)? {
    if ending == nil { phases[id] = .sent(completion, late: late) }
    return ending
  }

  /// The completion of a call that nobody waits for any more.
  mutating func withdraw(_ id: Int) -> Completion? {
    guard case .sent(let completion, let late) = phases[id] else { return nil }
    phases[id] = .late(late)
    return completion
  }

  /// The completion of a call that has its response.
  mutating func settle(_ id: Int) -> Completion? {
    switch phases.removeValue(forKey: id) {
    case .sent(let completion, _), .late(let completion): completion
    case nil: nil
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
