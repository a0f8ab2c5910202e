import Engine
import Reactor
import StatusCore

/// A store that is full, or broken, when the test says so.
@LoopActor
final class ScriptedStore: ValueStore {
  /// What keeping a value fails with until it is freed or its quota raised.
  var problem: Problem?
  /// What freeing and raising fail with.
  var obstacle: Problem?
  private(set) var kept: [String] = []
  private(set) var actions: [String] = []

  nonisolated init() {}

  func keep(_ value: ResourceValue, of resource: ResourceName) throws(Problem) {
    if let problem { throw problem }
    kept.append("\(resource)")
  }

  func free() throws(Problem) { try act("free") }
  func raiseQuota() throws(Problem) { try act("raiseQuota") }

  private func act(_ name: String) throws(Problem) {
    actions.append(name)
    if let obstacle { throw obstacle }
    problem = nil
  }
}

/// A network and a configuration that change when the test says so.
@LoopActor
final class ScriptedMeans {
  private var waiting: [Int: RecoveryMeans.Action] = [:]
  private var asked = 0
  private(set) var reloads = 0
  /// What reading the configuration again fails with.
  var faultOfConfiguration: Problem?

  /// Recoveries that wait for the network.
  var waitingForNetwork: Int { waiting.count }

  func networkIsBack() {
    let reported = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, action) in reported { action() }
  }

  var recoveryMeans: RecoveryMeans {
    RecoveryMeans(
      whenConnected: { [unowned self] action in
        let number = asked
        asked += 1
        waiting[number] = action
        return { [weak self] in self?.waiting[number] = nil }
      },
      reloadSources: { [unowned self] in
        reloads += 1
        return faultOfConfiguration.map { .failure($0) } ?? .success(())
      })
  }
}
