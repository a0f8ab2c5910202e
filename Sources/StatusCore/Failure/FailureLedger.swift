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

    /// The option of that name, if the failure is unsettled and offers it.
    func option(named name: String) throws(Problem) -> RecoveryOption {
      guard state != .settled else { throw Problem(.alreadyRecovered) }
      guard let option = failure.options.first(where: { $0.id.rawValue == name }) else {
        throw .optionNotOffered(by: failure)
      }
      return option
    }
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

  /// Whether a client can still name this failure.
  package func remembers(_ id: FailureID) -> Bool {
    slot(of: id) != nil
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
    do throws(Problem) {
      let slot = try slot(ofFailure: failureID)
      let option = try entries[slot].option(named: optionID ?? RecoveryOptionID.tryAgain.rawValue)
      return try start(option, ofSlot: slot)
    } catch {
      return .refused(error)
    }
  }

  private func slot(ofFailure failureID: String?) throws(Problem) -> Int {
    guard let failureID else { return try slotOfNewestFetch() }
    guard let slot = slot(of: FailureID(rawValue: failureID)) else { throw .unknownFailure }
    return slot
  }

  private func slotOfNewestFetch() throws(Problem) -> Int {
    let unsettled = entries.indices.filter { entries[$0].state != .settled && entries[$0].failure.isOfFetch }
    guard let newest = unsettled.max(by: { entries[$0].number < entries[$1].number }) else {
      throw Problem(.nothingToRetry)
    }
    return newest
  }

  private mutating func start(_ option: RecoveryOption, ofSlot slot: Int) throws(Problem) -> Choice {
    let failure = entries[slot].failure
    if case .running(let running) = entries[slot].state {
      guard running == option.id else { throw .alreadyRunning(running) }
      return .join(failure, running)
    }
    if option.id == .cancel { entries[slot].state = .settled }
    guard option.id != .cancel, option.performedBy == .server else { return .settled(failure, option.id) }
    entries[slot].state = .running(option.id)
    return .perform(failure, option.id)
  }
}

extension Failure {
  /// Whether a fetch failed, and not the request for one.
  fileprivate var isOfFetch: Bool {
    resource != nil && FailureCatalogue[kind].isOfFetch
  }
}
