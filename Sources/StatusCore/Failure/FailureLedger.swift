/// The failures that were reported and what became of each.
///
/// A failure is open until an option is chosen that the daemon performs; running until that ends; then
/// settled. It is settled as well by `cancel` and by a success of its resource.
///
/// | from | event | to |
/// |---|---|---|
/// | open | ``recoveryBegan(_:_:)`` | running |
/// | running | ``recoveryEnded(_:)`` | settled |
/// | running | ``recoveryAbandoned(_:)`` | open |
/// | any | ``settle(_:)``, ``resourceSucceeded(_:)`` | settled |
package struct FailureLedger: Sendable {
  /// How many failures are remembered; older ones are unknown.
  package static let capacity = 256

  /// A ring: failure number `n`, counted from 0, lies in slot `n % capacity`.
  private(set) var entries: [Entry] = []
  private var recordedCount = 0

  struct Entry {
    let failure: Failure
    let number: Int
    var state = State.open
  }

  enum State: Equatable {
    case open
    case running(RecoveryOptionID)
    case settled
  }

  package init() {}

  /// Makes a failure of a problem and remembers it as open.
  package mutating func record(_ problem: Problem, id: FailureID, in context: FailureContext) -> Failure {
    let failure = Failure(problem, id: id, in: context)
    let entry = Entry(failure: failure, number: recordedCount)
    if recordedCount < Self.capacity {
      entries.append(entry)
    } else {
      entries[recordedCount % Self.capacity] = entry
    }
    recordedCount += 1
    return failure
  }

  /// Whether a client can still name this failure.
  package func remembers(_ id: FailureID) -> Bool {
    slot(of: id) != nil
  }

  /// Whether a client that names this failure means one of this ledger's.
  package func contains(_ failureID: String) -> Bool {
    remembers(FailureID(rawValue: failureID))
  }

  func slot(of id: FailureID) -> Int? {
    entries.firstIndex { $0.failure.id == id }
  }
}

// MARK: What becomes of them

extension FailureLedger {
  /// A success of `resource` settles its failures, those with a recovery under way included.
  package mutating func resourceSucceeded(_ resource: ResourceName) {
    for slot in entries.indices where entries[slot].failure.resource == resource {
      entries[slot].state = .settled
    }
  }

  /// An option that ``choice(failureID:optionID:conditions:)`` said to perform is being performed.
  package mutating func recoveryBegan(_ id: FailureID, _ option: RecoveryOptionID) {
    change(id, from: { $0 == .open }, to: .running(option))
  }

  /// A recovery succeeded, or failed with a failure of its own: either settles the failure.
  package mutating func recoveryEnded(_ id: FailureID) {
    change(id, from: \.isRunning, to: .settled)
  }

  /// A recovery was cancelled before it ended, or settles nothing: the failure is open again.
  package mutating func recoveryAbandoned(_ id: FailureID) {
    change(id, from: \.isRunning, to: .open)
  }

  /// Nobody wants to recover from the failure any more.
  package mutating func settle(_ id: FailureID) {
    change(id, from: { _ in true }, to: .settled)
  }

  private mutating func change(_ id: FailureID, from isExpected: (State) -> Bool, to state: State) {
    guard let slot = slot(of: id), isExpected(entries[slot].state) else { return }
    entries[slot].state = state
  }
}

extension FailureLedger.State {
  var isRunning: Bool { running != nil }

  /// The option that is being performed.
  var running: RecoveryOptionID? {
    if case .running(let option) = self { option } else { nil }
  }
}
