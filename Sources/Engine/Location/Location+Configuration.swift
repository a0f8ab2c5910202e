import Providers
import Reactor
import StatusCore

extension Location {
  /// The location that a configuration describes.
  ///
  /// - Parameter source: Replaces the configured source; nil for that one.
  convenience init(
    _ configuration: Configuration, from source: (any LocationSource)?, _ environment: EngineEnvironment
  ) {
    let demoRoute = RouteSource(interval: configuration.location.interval, timers: environment.timers)
    self.init(
      source: source ?? Self.source(configuration, environment) ?? demoRoute, demoRoute: demoRoute,
      environment: environment)
  }

  /// The configured source of the location; nil for the built-in route.
  ///
  /// A scenario without a location uses the built-in route too.
  private static func source(
    _ configuration: Configuration, _ environment: EngineEnvironment
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
