extension FailureLedger {
  /// What comes of the choice of a recovery option.
  package enum Choice: Hashable, Sendable {
    /// The failure is open: begin the recovery, and call ``FailureLedger/recoveryBegan(_:_:)``.
    case perform(Failure, RecoveryOptionID)
    /// The option is already being performed; its outcome is the response to this choice too.
    case join(Failure, RecoveryOptionID)
    /// `cancel` of an open failure: call ``FailureLedger/settle(_:)``.
    case settle(Failure)
    /// `cancel` while this option is being performed: end that, then call ``FailureLedger/settle(_:)``.
    case interrupt(Failure, RecoveryOptionID)
    /// An option of the client's: nothing changes.
    case leave(Failure, RecoveryOptionID)
  }

  /// What comes of it when a client chooses a way out; without a failure that of the newest unsettled fetch, or
  /// of the location, without an option `tryAgain`.
  ///
  /// - Parameter conditions: What holds for the failure's resource now; what is running the ledger knows.
  package func choice(
    failureID: String?, optionID: String?, conditions: (Failure) -> RecoveryConditions
  ) throws(Problem) -> Choice {
    let entry = try entry(of: failureID)
    guard entry.state != .settled else { throw Problem(.alreadyRecovered) }
    let name = optionID ?? RecoveryOptionID.tryAgain.rawValue
    if let running = entry.state.running { return try choice(of: name, during: running, entry.failure) }
    var present = conditions(entry.failure)
    present.running = nil
    let failure = entry.failure.offered(under: present)
    guard let option = failure.option(named: name) else { throw .optionNotOffered(by: failure) }
    if option.id == .cancel { return .settle(failure) }
    return option.performedBy == .client ? .leave(failure, option.id) : .perform(failure, option.id)
  }

  private func choice(
    of name: String, during running: RecoveryOptionID, _ failure: Failure
  ) throws(Problem) -> Choice {
    let present = failure.offered(under: RecoveryConditions(running: running))
    if name == RecoveryOptionID.cancel.rawValue { return .interrupt(present, running) }
    if name == running.rawValue { return .join(present, running) }
    guard failure.possibleOptions.contains(where: { $0.id.rawValue == name }) else {
      throw .optionNotOffered(by: present)
    }
    throw .alreadyRunning(running)
  }

  private func entry(of failureID: String?) throws(Problem) -> Entry {
    guard let failureID else { return try newestUnsettledFetch() }
    guard let entry = entry(FailureID(rawValue: failureID)) else { throw .unknownFailure }
    return entry
  }

  private func newestUnsettledFetch() throws(Problem) -> Entry {
    let unsettled = (entries + spared).filter { $0.state != .settled && $0.failure.isOfFetch }
    guard let newest = unsettled.max(by: { $0.number < $1.number }) else { throw Problem(.nothingToRetry) }
    return newest
  }
}

extension Failure {
  /// Whether a fetch or the location failed, and not the request for it.
  fileprivate var isOfFetch: Bool {
    resource != nil && FailureCatalogue[kind].isOfFetch
  }

  fileprivate func option(named name: String) -> RecoveryOption? {
    options.first { $0.id.rawValue == name }
  }
}
