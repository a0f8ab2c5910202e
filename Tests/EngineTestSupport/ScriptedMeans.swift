package import Engine
package import Reactor
package import StatusCore

/// A network and a configuration that change when the test says so.
@LoopActor
package final class ScriptedMeans {
  private var waiting: [Int: RecoveryMeans.Action] = [:]
  private var asked = 0
  package private(set) var reloads = 0
  /// What reading the configuration again fails with.
  package var faultOfConfiguration: Problem?

  /// The commands that run, in the order in which they began.
  package private(set) var commands: [ScriptedCommand] = []

  /// A command that a recovery runs, until the test ends it.
  package struct ScriptedCommand {
    fileprivate let number: Int
    package let command: OptionCommand
    package let failure: Failure
    fileprivate let onEnd: @LoopActor (Problem?) -> Void
  }

  package init() {}

  /// Ends the command that began first.
  package func endCommand(with problem: Problem? = nil) {
    guard !commands.isEmpty else { return }
    commands.removeFirst().onEnd(problem)
  }

  /// Recoveries that wait for the network.
  package var waitingForNetwork: Int { waiting.count }

  package func networkIsBack() {
    let reported = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, action) in reported { action() }
  }

  package var recoveryMeans: RecoveryMeans {
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
