import Logging
import Providers
import Reactor
import StatusCore

/// Makes the sources of the resources from the configuration as it was last read.
@LoopActor
final class ConfiguredSources {
  private let parts: EngineParts
  private let timers: TimerQueue
  private let stage = ScenarioStage()
  private let configurations: Configurations
  private let logger: Logger
  private var hasWarnedOfPolling = false

  init(_ configurations: Configurations, _ parts: EngineParts, _ timers: TimerQueue, _ logger: Logger) {
    self.logger = logger
    self.configurations = configurations
    self.parts = parts
    self.timers = timers
  }

  private var configuration: Configuration { configurations.current }

  /// Makes the source of a resource: the demo, a file, a command, a stream, HTTP, an event stream, or a scenario in
  /// place of these.
  ///
  /// - Parameter resource: Its entry; that of an instance has the instance's own address.
  func source(of id: ResourceID, _ resource: Configuration.Resource) -> any Source {
    if let source = parts.source(id, timers) { return source }
    let demo = DemoSource(shape: resource.shape, timers: timers, seed: configuration.seed)
    if let scenario = configuration.scenario {
      guard let script = scenario.scripts[resource.name] else { return demo }
      return ScenarioSource(script, of: scenario.name, on: stage, demo: demo, timers: timers)
    }
    let configured = configured(resource, or: demo)
    guard let want = resource.want else { return configured }
    return MisconfiguredSource(Problem(want.problem), at: want.address ?? configured.address)
  }

  private func configured(_ resource: Configuration.Resource, or demo: DemoSource) -> any Source {
    switch resource.source {
    case .demo: return demo
    case .file(let path): return file(path)
    case .command(let command): return CommandSource(command, bodyBytes: configuration.http.bodyBytes)
    case .stream(let command): return StreamSource(command, bodyBytes: configuration.http.bodyBytes)
    case .http(let url): return HTTPSource(url, options: HTTPOptions(resource, limits: configuration.http))
    case .events(let url):
      return EventStreamSource(
        url, options: HTTPOptions(resource, limits: configuration.http),
        timeout: resource.policy.attemptTimeout)
    case .template: preconditionFailure("a parameterised resource has sources for its instances alone")
    }
  }

  /// Under a manual clock only the input may cause events, so files are polled.
  private func file(_ path: String) -> FileSource {
    FileSource(
      path: path, bodyBytes: configuration.http.bodyBytes, isWatched: configuration.clock != .manual
    ) { [weak self] in self?.warnOfPolling($0) }
  }

  /// Warns once: every file meets the same limit, and again with each poll.
  private func warnOfPolling(_ reason: String) {
    guard !hasWarnedOfPolling else { return }
    hasWarnedOfPolling = true
    logger.warning("files are polled and not watched", metadata: ["reason": "\(reason)"])
  }

  /// Replaces every source by what a scenario scripts for it.
  func play(_ scenario: Scenario, in resources: Resources) {
    configurations.current.scenario = scenario
    stage.isSignedIn = false
    for entry in configuration.resources { resources.play(entry) }
  }

  /// Somebody has signed in, which a scenario may wait for.
  func signIn() { stage.isSignedIn = true }

  /// The variables of the environment that the configuration names for headers, as it was last read.
  var secretVariables: Set<String> {
    configuration.resources.reduce(into: []) { $0.formUnion($1.headerVariables) }
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
    fileHeaders = resource.fileHeaders
    statuses = resource.statuses
    if let certificate = resource.certificate, let key = resource.key {
      clientCertificate = ClientCertificate(certificate: certificate, key: key)
    }
  }
}
