import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@Suite struct ScenarioLocationTests {
  init() {
    EventLoopThread.start()
  }

  private static let place = Position(Coordinate(latitude: 1, longitude: 2))

  /// A location of these steps, and what it has told, in words.
  @LoopActor
  private func play(
    _ steps: [Scenario.LocationStep], end: Scenario.LocationEnd = .last,
    _ body: (ScenarioLocation, TimerQueue, @escaping LocationListener) -> Void
  ) -> [String] {
    let timers = TimerQueue(source: ManualTime())
    var script = Scenario.LocationScript(steps)
    script.end = end
    let location = ScenarioLocation(script, of: "test", interval: .seconds(10), timers: timers)
    let told = Box<[String]>([])
    body(location, timers) { outcome in
      switch outcome {
      case .success(let position): told.value.append("\(position.coordinate.latitude)")
      case .failure(let problem): told.value.append(problem.kind.rawValue)
      }
    }
    location.stop()
    return told.value
  }

  @LoopActor @Test func `the first step comes at once, others after their time or the interval`() {
    let steps = [
      Scenario.LocationStep(.failure(.locationNoFix)), .init(.place(Self.place), after: .seconds(3)),
      .init(.failure(.locationNoDevice)),
    ]
    let told = play(steps) { location, timers, tell in
      location.start(tell)
      timers.advance(by: .seconds(2.9))
      tell(.failure(Problem(.internalError)))
      timers.advance(by: .seconds(0.1))
      timers.advance(by: .seconds(9.9))
      tell(.failure(Problem(.internalError)))
      timers.advance(by: .seconds(0.1))
    }
    #expect(told == ["locationNoFix", "internalError", "1.0", "internalError", "locationNoDevice"])
  }

  @LoopActor @Test(arguments: [(Scenario.LocationEnd.last, "locationNoFix"), (.cycle, "1.0")])
  func `behind the last step comes the last, or the first`(end: Scenario.LocationEnd, expected: String) {
    let told = play([.init(.place(Self.place)), .init(.failure(.locationNoFix))], end: end) {
      location, timers, tell in
      location.start(tell)
      timers.advance(by: .seconds(20))
    }
    #expect(told == ["1.0", "locationNoFix", expected])
  }

  @LoopActor @Test func `ok without a place is the built-in route`() {
    let told = play([.init(.place(nil))]) { location, timers, tell in
      location.start(tell)
      timers.advance(by: .seconds(10))
    }
    #expect(told == ["53.619653", "53.080917"])
  }

  @LoopActor @Test func `it stands still while nobody listens, and says again where it was`() {
    let told = play([.init(.place(nil))]) { location, timers, tell in
      location.start(tell)
      location.stop()
      timers.advance(by: .seconds(100))
      location.start(tell)
      timers.advance(by: .seconds(10))
    }
    #expect(told == ["53.619653", "53.619653", "53.080917"])
  }

  @LoopActor @Test func `another try brings the next step at once`() {
    let told = play([.init(.failure(.locationNoFix)), .init(.place(Self.place))]) { location, timers, tell in
      location.start(tell)
      location.tryAgain()
      timers.advance(by: .seconds(9))
    }
    #expect(told == ["locationNoFix", "1.0"])
  }
}
