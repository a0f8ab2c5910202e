import StatusCore

extension ScreenMachine {
  /// The failure to draw in the place of a resource: the snapshot's, or that of one of this screen's calls.
  func inline(_ id: ResourceID, _ seen: Sight.Resource) -> Failure? {
    if let failure = seen.snapshot.failure, showsEveryFailure || seen.presentation == .inline {
      return failure
    }
    return kept.last { $0.resourceID == id && !isAlert($0) }
  }

  /// The newest failure that is shown before the person; an older one that is still open comes back after it.
  func alert(_ sight: Sight) -> Failure? {
    let shown =
      showsEveryFailure
      ? []
      : places.compactMap { id -> Failure? in
        guard let seen = sight.resources[id], seen.presentation == .alert else { return nil }
        return seen.snapshot.failure
      }
    return (shown + kept.filter(isAlert)).max { $0.id < $1.id }
  }

  /// Whether a failure of this screen's own calls is an alert: so is what nothing on the screen could show.
  private func isAlert(_ failure: Failure) -> Bool {
    switch failure.resourceID {
    case ResourceID.location?: false
    case let id? where places.contains(id):
      !showsEveryFailure && failure.presentation == .alert || failure.kind == .overloaded
    default: true
    }
  }

  /// A failure that this screen shows, or would show if there were not a newer alert.
  func openFailure(_ id: FailureID, _ sight: Sight) -> Failure? {
    if let own = kept.first(where: { $0.id == id }) { return sight.open[own.id] }
    if isLocationOn, let failure = sight.location.failure, failure.id == id { return failure }
    for place in places {
      guard let seen = sight.resources[place], let failure = seen.snapshot.failure else { continue }
      if failure.id == id, showsEveryFailure || seen.presentation != .silent { return failure }
    }
    return nil
  }
}
