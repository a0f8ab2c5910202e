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

  var onEvent: (@LoopActor (StoreEvent) -> Void)?
  /// What the store was given to keep.
  private(set) var values: [KeptValue] = []
  /// Whether values are written only when the test says so.
  var isSlow = false
  private(set) var writes: [PendingWrite] = []

  func keep(_ value: KeptValue, of resource: ResourceID) throws(Problem) -> PendingWrite? {
    if let problem, value.isNew { throw problem }
    kept.append("\(resource)")
    values.append(value)
    guard isSlow else { return nil }
    writes.append(PendingWrite())
    return writes.last
  }

  func free(for resource: ResourceID) throws(Problem) -> String? {
    try act("free")
    return "2 old entries were removed."
  }

  func raiseQuota() throws(Problem) -> String? {
    try act("raiseQuota")
    return nil
  }

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

  /// The commands that run, in the order in which they began.
  private(set) var commands: [ScriptedCommand] = []

  /// A command that a recovery runs, until the test ends it.
  struct ScriptedCommand {
    let number: Int
    let command: OptionCommand
    let failure: Failure
    let onEnd: @LoopActor (Problem?) -> Void
  }

  /// Ends the command that began first.
  func endCommand(with problem: Problem? = nil) {
    guard !commands.isEmpty else { return }
    commands.removeFirst().onEnd(problem)
  }

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
      },
      run: { [unowned self] command, failure, onEnd in
        let number = asked
        asked += 1
        commands.append(
          ScriptedCommand(number: number, command: command, failure: failure, onEnd: onEnd))
        return { [weak self] in self?.commands.removeAll { $0.number == number } }
      })
  }
}
