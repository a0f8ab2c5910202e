extension FailureLedger {
  /// What follows from the choice of a recovery option.
  package enum Choice: Hashable, Sendable {
    /// The failure is open: begin the recovery, and call ``FailureLedger/recoveryBegan(_:_:)``.
    case perform(Failure, RecoveryOptionID)
    /// The option is being performed already; wait for its outcome.
    case join(Failure, RecoveryOptionID)
    /// `cancel` of an open failure: call ``FailureLedger/settle(_:)``.
    case settle(Failure)
    /// `cancel` while this option is being performed: end the recovery, then call
    /// ``FailureLedger/settle(_:)``.
    case interrupt(Failure, RecoveryOptionID)
    /// An option that the client performs: nothing changes.
    case leave(Failure, RecoveryOptionID)
  }

  /// Decides what follows from a client's choice of an option.
  ///
  /// - Parameters:
  ///   - failureID: The failure; nil for the newest unsettled failure of a fetch or of the location.
  ///   - optionID: The option; nil for `tryAgain`.
  ///   - conditions: The present conditions of the failure's resource. The ledger itself knows what is
  ///     running.
  /// - Throws: `failureNotFound`, `optionNotFound`, `alreadyRecovered` or `nothingToRetry`.
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

  /// A failure that an option can be chosen of.
  ///
  /// - Parameters: As of ``choice(failureID:optionID:conditions:)``.
  /// - Throws: `failureNotFound`, `alreadyRecovered` or `nothingToRetry`.
  package func unsettled(
    _ failureID: String?, conditions: (Failure) -> RecoveryConditions
  ) throws(Problem) -> Failure {
    let entry = try entry(of: failureID)
    guard entry.state != .settled else { throw Problem(.alreadyRecovered) }
    var present = conditions(entry.failure)
    present.running = entry.state.running
    return entry.failure.offered(under: present)
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
    let unsettled = (entries + spared.values).filter { $0.state != .settled && $0.failure.isOfFetch }
    guard let newest = unsettled.max(by: { $0.number < $1.number }) else { throw Problem(.nothingToRetry) }
    return newest
  }
}

extension Failure {
  /// Whether it is a failure of a fetch or of the location, and not of a request.
  fileprivate var isOfFetch: Bool {
    resource != nil && FailureCatalogue[kind].isOfFetch
  }

  fileprivate func option(named name: String) -> RecoveryOption? {
    // By index: `first` copies each option with all its strings.
    options.indices.first { options[$0].id.rawValue == name }.map { options[$0] }
  }
}
