import Providers
import Reactor
import StatusCore

/// The sources of the resources, as the configuration said when it was read last.
@LoopActor
final class ConfiguredSources {
  /// What is given another source when the configuration is read again.
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

  /// Reads the configuration again, and gives those resources another source whose entry has changed.
  ///
  /// - Throws: `sourceMisconfigured` for a configuration that is wrong now, which changes nothing.
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
  /// What a resource's requests are made with.
  fileprivate init(_ resource: Configuration.Resource, limits: HTTPLimits) {
    var limits = limits
    limits.connectTimeout = resource.connectTimeout
    self.init(
      userAgent: "statusd/\(Version.current)", limits: limits, caFile: resource.caFile,
      headers: resource.headers)
  }
}
