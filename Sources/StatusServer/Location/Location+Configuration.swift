import Providers
import Reactor
import StatusCore

extension Location {
  /// The location that a configuration asks for.
  convenience init(_ configuration: Configuration, _ environment: ResourceEnvironment) {
    let demoRoute = RouteSource(interval: configuration.location.interval, timers: environment.timers)
    let source = Self.source(configuration, environment)
    self.init(
      source: source ?? demoRoute, demoRoute: demoRoute, limit: configuration.limits.subscriptions,
      environment: environment)
  }

  /// Where the configuration says that the location comes from; nil for the built-in route, which is also what
  /// a scenario has that says nothing of it.
  private static func source(
    _ configuration: Configuration, _ environment: ResourceEnvironment
  ) -> (any LocationSource)? {
    let (timers, limit) = (environment.timers, configuration.http.bodyBytes)
    if let scenario = configuration.scenario {
      return scenario.location.map {
        ScenarioLocation(
          $0, of: scenario.name, interval: configuration.location.interval, timers: timers)
      }
    }
    switch configuration.location.source {
    case .route: return nil
    case .routeFile(let path):
      return RouteSource(
        RegularFile(path: path, limit: limit), interval: configuration.location.interval, timers: timers)
    case .gpsd(let host, let port):
      return GPSDSource(
        host: host, port: port, timers: timers, loop: LoopActor.shared.loop, seed: configuration.jitterSeed)
    case .gpx(let address): return GPXSource(address, bodyBytes: limit, timers: timers)
    }
  }
}
