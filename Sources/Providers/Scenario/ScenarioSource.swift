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
      timer: timers.schedule(after: step.after) { [demo] in completion(step.result { demo.value }) })
  }

  private func nextStep() -> Scenario.Step {
    if stage.isSignedIn, let step = script.onceSignedIn { return step }
    defer { attempts += 1 }
    return script.step(attempts)
  }
}
