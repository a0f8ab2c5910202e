/// The failures that were reported, with the state of each.
///
/// A failure is open until an option is chosen that the daemon performs. It is running until that option
/// ends, and then settled. `cancel` and a success of its resource settle it too.
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
  /// The number of failures that are remembered, besides those that are shown; older ones are forgotten.
  package static let capacity = 256

  /// A ring buffer: failure number `n`, counted from 0, is in slot `n % capacity`.
  private(set) var entries: [Entry] = []
  private var recordedCount = 0
  private var shown: [ResourceID: FailureID] = [:]
  /// The same by failure, each of which one resource shows.
  ///
  /// There may be thousands of instances, so what is shown is never searched.
  private var resources: [FailureID: ResourceID] = [:]
  /// What fell out of the ring while it was shown.
  private(set) var spared: [FailureID: Entry] = [:]

  private var ids = FailureIDs()
  /// The path of the configuration file, to which `openSettings` leads.
  private let configurationFile: String?

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

  package init(configurationFile: String? = nil) {
    self.configurationFile = configurationFile
  }

  /// The id of the next failure: one ledger of a process numbers the failures of all, so that ids are unique.
  package mutating func nextID() -> FailureID { ids.next() }

  /// Goes on from the last id of another ledger.
  package mutating func numberFailures(after other: FailureLedger) { ids = other.ids }

  /// Turns a problem into a failure and remembers it as open.
  ///
  /// - Parameters:
  ///   - words: The explanation as it may be shown; nil for the problem's own.
  ///   - id: Nil for the next one of this ledger. It must be newer than every one that is remembered.
  package mutating func record(
    _ problem: Problem, saying words: Wording? = nil, id: FailureID? = nil,
    in context: consuming FailureContext
  ) -> Failure {
    let failure = Failure(problem, saying: words, id: id ?? nextID(), in: context, file: configurationFile)
    let entry = Entry(failure: failure, number: recordedCount)
    if recordedCount < Self.capacity {
      entries.append(entry)
    } else {
      let slot = recordedCount % Self.capacity
      if !resources.isEmpty { spare(entries[slot]) }
      entries[slot] = entry
    }
    recordedCount += 1
    return failure
  }

  /// The snapshot of `resource` shows this failure from now on; nil for none.
  package mutating func show(_ id: FailureID?, of resource: ResourceID) {
    let former = shown[resource]
    guard former != id else { return }
    shown[resource] = id
    if let former {
      resources[former] = nil
      spared[former] = nil
    }
    if let id { resources[id] = resource }
  }

  private mutating func spare(_ entry: Entry) {
    if resources[entry.failure.id] != nil { spared[entry.failure.id] = entry }
  }

  /// Whether the failure is still remembered.
  package func remembers(_ id: FailureID) -> Bool {
    entry(id) != nil
  }

  /// Whether the id that a client gave is the id of a failure in this ledger.
  package func contains(_ failureID: String) -> Bool {
    remembers(FailureID(rawValue: failureID))
  }

  /// Whether an option of the failure is being performed.
  package func isRecovering(_ id: FailureID) -> Bool { entry(id)?.state.isRunning ?? false }

  /// Whether the failure is remembered and not settled.
  package func isOpen(_ id: FailureID) -> Bool { entry(id).map { $0.state != .settled } ?? false }

  func entry(_ id: FailureID) -> Entry? {
    spared[id] ?? slot(of: id).map { entries[$0] }
  }

  /// The slot of a failure in the ring, found by halves: ids grow from the oldest to the newest, which is asked for
  /// most.
  private func slot(of id: FailureID) -> Int? {
    guard recordedCount > 0 else { return nil }
    let newest = (recordedCount - 1) % Self.capacity
    if entries[newest].failure.id == id { return newest }
    let oldest = recordedCount - entries.count
    var (low, high) = (oldest, recordedCount)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle % Self.capacity].failure.id < id { low = middle + 1 } else { high = middle }
    }
    let slot = low % Self.capacity
    return low < recordedCount && entries[slot].failure.id == id ? slot : nil
  }
}

// MARK: Changes of state

extension FailureLedger {
  /// Settles all failures of `resource`, even those with a recovery under way, because it succeeded.
  package mutating func resourceSucceeded(_ resource: ResourceID) {
    for slot in entries.indices where entries[slot].failure.resourceID == resource {
      entries[slot].state = .settled
    }
    if let shown = shown[resource] { spared[shown]?.state = .settled }
  }

  /// A recovery begins after ``choice(failureID:optionID:conditions:)`` returned `perform`.
  package mutating func recoveryBegan(_ id: FailureID, _ option: RecoveryOptionID) {
    change(id, from: { $0 == .open }, to: .running(option))
  }

  /// A recovery succeeded, or failed with a new failure; both settle this one.
  package mutating func recoveryEnded(_ id: FailureID) {
    change(id, from: \.isRunning, to: .settled)
  }

  /// A recovery was cancelled before it ended: the failure is open again.
  package mutating func recoveryAbandoned(_ id: FailureID) {
    change(id, from: \.isRunning, to: .open)
  }

  /// Settles a failure, because nobody wants to recover from it any more.
  package mutating func settle(_ id: FailureID) {
    change(id, from: { _ in true }, to: .settled)
  }

  private mutating func change(_ id: FailureID, from isExpected: (State) -> Bool, to state: State) {
    guard let entry = entry(id), isExpected(entry.state) else { return }
    if let slot = slot(of: id) { entries[slot].state = state }
    spared[id]?.state = state
  }
}

extension FailureLedger.State {
  var isRunning: Bool { running != nil }

  /// The option that is being performed; nil if none is.
  var running: RecoveryOptionID? {
    if case .running(let option) = self { option } else { nil }
  }
}
