package import Reactor
import StatusCore

/// A location that plays a script, and pauses while nobody listens.
@LoopActor
package final class ScenarioLocation: LocationSource {
  package let address: String
  private let script: Scenario.LocationScript
  private let interval: Duration
  private let timers: TimerQueue
  private let places = Route.builtIn.positions
  private var placesReported = 0
  private var stepsPlayed = 0
  /// What was reported last; a new listener gets it at once.
  private var present: Result<Position, Problem>?
  private var listener: LocationListener?
  private var timer: Timer?

  /// - Parameters:
  ///   - name: The scenario's.
  ///   - interval: From one step to the next that does not say otherwise.
  package init(
    _ script: Scenario.LocationScript, of name: String, interval: Duration, timers: TimerQueue
  ) {
    address = "scenario:\(name)"
    self.script = script
    self.interval = interval
    self.timers = timers
  }

  package func start(_ listener: @escaping LocationListener) {
    self.listener = listener
    if let present { listener(present) }
    scheduleNext()
  }

  package func stop() {
    timer?.cancel()
    timer = nil
    listener = nil
  }

  /// The next step comes at once.
  package func tryAgain() {
    timer?.cancel()
    play()
  }

  private func scheduleNext() {
    let usual = stepsPlayed == 0 ? Duration.zero : interval
    let wait = script.step(stepsPlayed).after ?? usual
    // Only the first comes at once: no script can go round without time passing.
    guard wait > .zero else { return play() }
    timer = timers.schedule(after: wait) { [weak self] in self?.play() }
  }

  private func play() {
    let reported = result(of: script.step(stepsPlayed))
    stepsPlayed += 1
    present = reported
    scheduleNext()
    listener?(reported)
  }

  private func result(of step: Scenario.LocationStep) -> Result<Position, Problem> {
    switch step.outcome {
    case .failure(let kind): return .failure(Problem(kind).located(at: address))
    case .place(let place?): return .success(place)
    case .place(nil):
      defer { placesReported += 1 }
      return .success(places[placesReported % places.count])
    }
  }
}
