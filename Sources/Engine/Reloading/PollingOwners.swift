import Reactor

/// The owners for whom the resources are polled that the configuration polls, in order of arrival.
@LoopActor
final class PollingOwners {
  private(set) var all: [Owner] = []

  func add(_ owner: Owner) {
    if !all.contains(owner) { all.append(owner) }
  }

  func remove(_ owner: Owner) {
    all.removeAll { $0 == owner }
  }
}
