package import Reactor
import StatusCore

extension JourneySource {
  /// The built-in route.
  package convenience init(routeEvery interval: Duration, timers: TimerQueue) {
    self.init(EvenSteps(route: .builtIn, interval: interval), at: "route", timers: timers)
  }

  /// The route of a file.
  package convenience init(route file: RegularFile, every interval: Duration, timers: TimerQueue) {
    self.init(
      file, at: "route:\(file.path)", timers: timers, parser: { RouteParser() },
      journey: { EvenSteps(route: $0, interval: interval) })
  }
}

/// A route that is travelled in even steps, round and round.
private struct EvenSteps: Journey {
  let route: Route
  let interval: Duration

  var count: Int { route.positions.count }

  func position(at index: Int) -> Position { route.positions[index] }

  func wait(after index: Int) -> Duration? { interval }
}
