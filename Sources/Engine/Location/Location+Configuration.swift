import Providers
import Reactor
import StatusCore

extension Location {
  /// The location that a configuration describes.
  ///
  /// - Parameter parts: May replace the configured source.
  convenience init(_ configuration: Configuration, _ parts: EngineParts, _ environment: EngineEnvironment) {
    let demoRoute = JourneySource(
      routeEvery: configuration.location.interval, timers: environment.timers)
    self.init(
      source: parts.locationSource ?? Self.source(configuration, parts, environment) ?? demoRoute,
      demoRoute: demoRoute, environment: environment)
  }

  /// The configuration was read again, and says something else of the location.
  func reconfigure(by configuration: Configuration, _ parts: EngineParts) {
    replaceSource(
      by: parts.locationSource ?? Self.source(configuration, parts, environment),
      demoRoute: JourneySource(routeEvery: configuration.location.interval, timers: environment.timers))
  }

  /// The configured source of the location; nil for the built-in route.
  ///
  /// A scenario without a location uses the built-in route too.
  private static func source(
    _ configuration: Configuration, _ parts: EngineParts, _ environment: EngineEnvironment
  ) -> (any LocationSource)? {
    let (timers, limit) = (environment.timers, configuration.http.bodyBytes)
    if let scenario = configuration.scenario {
      return scenario.location.map {
        ScenarioLocation(
          $0, of: scenario.name, interval: configuration.location.interval, timers: timers)
      }
    }
    if let want = configuration.location.want {
      let missing = MisconfiguredSource(Problem(want.problem), at: want.address ?? "location")
      return FetchedLocation(missing, every: configuration.location.interval, environment: environment)
    }
    switch configuration.location.source {
    case .route: return nil
    case .routeFile(let path):
      return JourneySource(
        route: RegularFile(path: path, limit: limit), every: configuration.location.interval, timers: timers)
    case .gpsd(let host, let port):
      return GPSDSource(
        host: host, port: port, timers: timers, loop: LoopActor.shared.loop, seed: configuration.jitterSeed)
    case .gpx(let address): return JourneySource(gpx: address, bodyBytes: limit, timers: timers)
    case .http, .file, .command:
      let source = parts.source(.location, timers) ?? fetched(configuration)
      return FetchedLocation(source, every: configuration.location.interval, environment: environment)
    }
  }

  /// The source of a location that is fetched; its requests have no headers of the user's.
  private static func fetched(_ configuration: Configuration) -> any Source {
    var limits = configuration.http
    limits.bodyBytes = min(limits.bodyBytes, FetchedLocation.bodyBytes)
    switch configuration.location.source {
    case .http(let url):
      return HTTPSource(url, options: HTTPOptions(userAgent: "statusd/\(Version.current)", limits: limits))
    case .file(let path): return FileSource(path: path, bodyBytes: limits.bodyBytes)
    case .command(let command): return CommandSource(command, bodyBytes: limits.bodyBytes)
    case .route, .routeFile, .gpsd, .gpx: preconditionFailure("these report by themselves")
    }
  }
}
