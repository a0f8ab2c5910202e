/// The failures that were told and what became of each (PROTOCOL.md section 6, `retry`).
///
/// A failure is open until an option is chosen that the daemon performs; running until that ends; then
/// settled. It is settled as well by `cancel` and by a success of its resource.
package struct FailureLedger: Sendable {
  /// How many failures are remembered; older ones are unknown.
  package static let capacity = 256

  /// A ring: failure number `n`, counted from 0, lies in slot `n % capacity`.
  private var entries: [Entry] = []
  private var recordedCount = 0

  private struct Entry {
    let failure: Failure
    let number: Int
    var state = State.open
  }

  private enum State: Equatable {
    case open
    case running(RecoveryOptionID)
    case settled
  }

  package init() {}

  /// Makes a failure of a problem and remembers it as open.
  package mutating func record(_ problem: Problem, in context: FailureContext) -> Failure {
    let number = recordedCount
    recordedCount += 1
    let failure = Failure(problem, id: FailureID(rawValue: "f\(recordedCount)"), in: context)
    let entry = Entry(failure: failure, number: number)
    if number < Self.capacity {
      entries.append(entry)
    } else {
      entries[number % Self.capacity] = entry
    }
    return failure
  }

  /// A success of `resource` settles its failures, those with a recovery under way included.
  package mutating func resourceSucceeded(_ resource: ResourceName) {
    for slot in entries.indices where entries[slot].failure.resource == resource {
      entries[slot].state = .settled
    }
  }

  /// A recovery succeeded, or failed with a failure of its own: either settles the failure.
  package mutating func recoveryEnded(_ id: FailureID) {
    endRunning(id, as: .settled)
  }

  /// A recovery was cancelled before it ended: the failure is open again.
  package mutating func recoveryAbandoned(_ id: FailureID) {
    endRunning(id, as: .open)
  }

  private mutating func endRunning(_ id: FailureID, as state: State) {
    guard let slot = slot(of: id), case .running = entries[slot].state else { return }
    entries[slot].state = state
  }

  private func slot(of id: FailureID) -> Int? {
    entries.firstIndex { $0.failure.id == id }
  }
}

extension FailureLedger {
  /// What comes of the choice of a recovery option.
  package enum Choice: Hashable, Sendable {
    /// Start it, and report its end.
    case perform(Failure, RecoveryOptionID)
    /// It is already being performed; its outcome is the answer to this choice too.
    case join(Failure, RecoveryOptionID)
    /// There is nothing to perform: `cancel`, which settles the failure, or an option of the client's, which
    /// leaves it as it is.
    case settled(Failure, RecoveryOptionID)
    case refused(Problem)
  }

  /// A client chooses a way out; without a failure that of the newest unsettled fetch, without an option
  /// `tryAgain`.
  package mutating func choose(failureID: String?, optionID: String?) -> Choice {
    let slot: Int
    switch find(failureID) {
    case .success(let found): slot = found
    case .failure(let problem): return .refused(problem)
    }
    let entry = entries[slot]
    guard entry.state != .settled else { return .refused(Problem(.alreadyRecovered)) }
    let wanted = optionID ?? RecoveryOptionID.tryAgain.rawValue
    guard let option = entry.failure.options.first(where: { $0.id.rawValue == wanted }) else {
      return .refused(.optionNotOffered(by: entry.failure))
    }
    if case .running(let running) = entry.state {
      guard running == option.id else { return .refused(.alreadyRunning(running)) }
      return .join(entry.failure, running)
    }
    return start(option, ofSlot: slot)
  }

  private mutating func start(_ option: RecoveryOption, ofSlot slot: Int) -> Choice {
    let failure = entries[slot].failure
    if option.id == .cancel { entries[slot].state = .settled }
    guard option.id != .cancel, option.performedBy == .server else { return .settled(failure, option.id) }
    entries[slot].state = .running(option.id)
    return .perform(failure, option.id)
  }

  private func find(_ failureID: String?) -> Result<Int, Problem> {
    if let failureID {
      return slot(of: FailureID(rawValue: failureID)).map(Result.success) ?? .failure(.unknownFailure)
    }
    let unsettled = entries.indices.filter { entries[$0].state != .settled && entries[$0].failure.isOfFetch }
    let newest = unsettled.max { entries[$0].number < entries[$1].number }
    return newest.map(Result.success) ?? .failure(Problem(.nothingToRetry))
  }
}

extension Failure {
  /// Whether a fetch failed, and not the request for one.
  fileprivate var isOfFetch: Bool {
    resource != nil && FailureCatalogue[kind].isOfFetch
  }
}
