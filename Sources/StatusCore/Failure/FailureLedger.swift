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
///
/// The newest are remembered in a ring. One that a snapshot shows is remembered as long as it is shown, however many
/// came since (``show(_:of:)``): what is offered can be chosen.
package struct FailureLedger: Sendable {
  /// How many failures are remembered, beside those that are shown; older ones are unknown.
  package static let capacity = 256

  /// A ring: failure number `n`, counted from 0, lies in slot `n % capacity`.
  private(set) var entries: [Entry] = []
  private var recordedCount = 0
  private var shown: [ResourceName: FailureID] = [:]
  /// What fell out of the ring while it was shown.
  private(set) var spared: [Entry] = []

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
      spare(entries[recordedCount % Self.capacity])
      entries[recordedCount % Self.capacity] = entry
    }
    recordedCount += 1
    return failure
  }

  /// The snapshot of `resource` shows this failure from now on; nil for none.
  package mutating func show(_ id: FailureID?, of resource: ResourceName) {
    guard shown[resource] != id else { return }
    shown[resource] = id
    spared.removeAll { !shown.values.contains($0.failure.id) }
  }

  private mutating func spare(_ entry: Entry) {
    if shown.values.contains(entry.failure.id) { spared.append(entry) }
  }

  /// Whether a client can still name this failure.
  package func remembers(_ id: FailureID) -> Bool {
    entry(id) != nil
  }

  /// Whether a client that names this failure means one of this ledger's.
  package func contains(_ failureID: String) -> Bool {
    remembers(FailureID(rawValue: failureID))
  }

  func entry(_ id: FailureID) -> Entry? {
    entries.first { $0.failure.id == id } ?? spared.first { $0.failure.id == id }
  }
}

// MARK: What becomes of them

extension FailureLedger {
  /// A success of `resource` settles its failures, those with a recovery under way included.
  package mutating func resourceSucceeded(_ resource: ResourceName) {
    for slot in entries.indices where entries[slot].failure.resource == resource {
      entries[slot].state = .settled
    }
    for slot in spared.indices where spared[slot].failure.resource == resource {
      spared[slot].state = .settled
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
    guard let entry = entry(id), isExpected(entry.state) else { return }
    if let slot = entries.firstIndex(where: { $0.failure.id == id }) { entries[slot].state = state }
    if let slot = spared.firstIndex(where: { $0.failure.id == id }) { spared[slot].state = state }
  }
}

extension FailureLedger.State {
  var isRunning: Bool { running != nil }

  /// The option that is being performed.
  var running: RecoveryOptionID? {
    if case .running(let option) = self { option } else { nil }
  }
}
