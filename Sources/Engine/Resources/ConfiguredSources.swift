import Providers
import Reactor
import StatusCore

/// Makes the sources of the resources from the configuration as it was last read.
@LoopActor
final class ConfiguredSources {
  /// The resources whose sources are replaced when the configuration is read again.
  weak var resources: Resources?
  private let parts: EngineParts
  private let timers: TimerQueue
  private let stage = ScenarioStage()
  private var configuration: Configuration

  init(_ configuration: Configuration, _ parts: EngineParts, _ timers: TimerQueue) {
    self.configuration = configuration
    self.parts = parts
    self.timers = timers
  }

  /// Makes the source of a resource: the demo, a file, a command, HTTP, or a scenario in place of these.
  func source(of resource: Configuration.Resource) -> any Source {
    if let source = parts.source(resource.name, timers) { return source }
    let demo = DemoSource(shape: resource.shape, timers: timers, seed: configuration.seed)
    if let scenario = configuration.scenario {
      guard let script = scenario.scripts[resource.name] else { return demo }
      return ScenarioSource(script, of: scenario.name, on: stage, demo: demo, timers: timers)
    }
    switch resource.source {
    case .demo: return demo
    case .file(let path): return FileSource(path: path, bodyBytes: configuration.http.bodyBytes)
    case .command(let command): return CommandSource(command, bodyBytes: configuration.http.bodyBytes)
    case .http(let url): return HTTPSource(url, options: HTTPOptions(resource, limits: configuration.http))
    }
  }

  /// Reads the configuration again, and replaces the source of each resource whose entry has changed.
  ///
  /// - Throws: `sourceMisconfigured` if the configuration is now wrong; then nothing changes.
  func reload() throws(Problem) {
    if let read = configuration.reload {
      let fresh: Configuration
      do throws(ConfigurationProblem) {
        fresh = try read()
      } catch {
        throw Problem(error)
      }
      let former = Set(configuration.resources)
      configuration = fresh
      for entry in fresh.resources where !former.contains(entry) {
        resources?[entry.name]?.source = source(of: entry)
        resources?[entry.name]?.excerpts = entry.excerpts
      }
    }
    stage.isSignedIn = true
  }
}

extension HTTPOptions {
  /// The options of a resource's HTTP requests.
  fileprivate init(_ resource: Configuration.Resource, limits: HTTPLimits) {
    var limits = limits
    limits.connectTimeout = resource.connectTimeout
    self.init(
      userAgent: "statusd/\(Version.current)", limits: limits, caFile: resource.caFile,
      headers: resource.headers)
  }
}
