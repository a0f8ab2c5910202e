package import Reactor
import StatusCore

/// What has happened to the whole of a scenario, whichever resource is asked.
@LoopActor
package final class ScenarioStage {
  /// Whether the user has signed in.
  package var isSignedIn = false

  package init() {}
}

/// A source that does what a script says: one step is one attempt, a cancelled one too.
@LoopActor
package final class ScenarioSource: Source {
  package let address: String
  private let script: Scenario.Script
  private let stage: ScenarioStage
  private let timers: TimerQueue
  private let demo: DemoSource
  private var attempts = 0
  private var waits: [ScenarioWait] = []

  /// - Parameters:
  ///   - name: The scenario's.
  ///   - demo: Gives the values that the script leaves open.
  package init(
    _ script: Scenario.Script, of name: String, on stage: ScenarioStage, demo: DemoSource, timers: TimerQueue
  ) {
    address = "scenario:\(name)"
    self.script = script
    self.stage = stage
    self.demo = demo
    self.timers = timers
  }

  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    let step = nextStep()
    return TimedAttempt(
      timer: timers.schedule(after: step.after) { [demo] in
        completion(step.result(isText: request.takesNothing) { demo.value })
      })
  }

  private func nextStep() -> Scenario.Step {
    if stage.isSignedIn, let step = script.onceSignedIn { return step }
    defer {
      attempts += 1
      lookAtNetwork()
    }
    return script.step(attempts)
  }
}

// MARK: The network of the script

extension ScenarioSource: ConnectionWatching {
  package var network: (any ConnectionWatching)? { self }

  /// There is a network as soon as the next attempt does not meet `offline`.
  ///
  /// Steps are used up by attempts alone, so another call or a poll has to meet those that are.
  package func whenConnected(_ connected: @escaping @LoopActor () -> Void) -> any ConnectionWait {
    let wait = ScenarioWait(connected)
    waits.append(wait)
    LoopActor.shared.loop.onNextTurn { [weak self] in self?.lookAtNetwork() }
    return wait
  }

  private func lookAtNetwork() {
    guard !waits.isEmpty, script.step(attempts).outcome != .failure(.offline) else { return }
    let ended = waits
    waits = []
    for wait in ended { wait.end() }
  }
}

/// Someone who waits for the network of a script.
@LoopActor
private final class ScenarioWait: ConnectionWait {
  private var connected: (@LoopActor () -> Void)?

  init(_ connected: @escaping @LoopActor () -> Void) {
    self.connected = connected
  }

  /// Calls on a later turn: the attempt that used up the last step has yet to begin.
  func end() {
    LoopActor.shared.loop.onNextTurn { self.connected.take()?() }
  }

  func cancel() { connected = nil }
}
