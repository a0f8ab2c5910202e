package import Providers
package import StatusCore

/// Everything that can be configured, as plain values.
///
/// `Settings` reads it, and ``Engine`` is built from it.
package struct Configuration: Sendable {
  /// A resource and where its value comes from.
  package struct Resource: Hashable, Sendable {
    package let name: ResourceName
    package var shape: ResourceShape
    package var source: SourceAddress
    /// `pointer`: leads to the part of what the source gives that is the value (RFC 6901); empty for the whole.
    package var pointer = ""
    /// `statuses`: what HTTP statuses mean.
    package var statuses = StatusTable()
    /// `timeout`, `totalTimeout`, `retry`, `autoPolling` and `staleAfter`.
    package var policy = FetchPolicy()
    /// `headers`: sent with every HTTP request.
    ///
    /// Their values never appear in a log, a message or an error.
    package var headers: [HTTPHeader] = []
    /// Those whose values name files.
    package var fileHeaders: [HeaderTemplate] = []
    /// The variables of the environment that `headers` name: secrets that no command needs to see.
    package var headerVariables: Set<String> = []
    /// `caFile`: the path of a PEM file with certificate authorities to trust in addition to the system's.
    package var caFile: String?
    /// `certificate`: the path of a PEM file with the certificate that a server may ask for.
    package var certificate: String?
    /// `key`: the path of a PEM file with its key.
    package var key: String?
    /// `connectTimeout`: the time an HTTP source has to connect, TLS included.
    package var connectTimeout = HTTPLimits().connectTimeout
    /// `excerpts`: whether a failure quotes the beginning of a body that cannot be used.
    package var excerpts = true
    /// `recoveryOptions`: options of the user's own for its failures.
    package var recoveryOptions: [RecoveryOption] = []
    /// What its keys need and is not there; nil for nothing.
    package var want: Want?

    package init(name: ResourceName, shape: ResourceShape, source: SourceAddress = .demo) {
      self.name = name
      self.shape = shape
      self.source = source
    }

    /// The resource of that name of which nothing is said.
    package static func standard(named name: ResourceName) -> Resource {
      switch name {
      case .state: Resource(name: name, shape: .fleet)
      case .menu: Resource(name: name, shape: .menu)
      default: Resource(name: name, shape: .any)
      }
    }

    /// What distinguishes its values from those of another source or for another caller.
    var identity: SourceIdentity {
      SourceIdentity(
        // No shape has a slash, with which a pointer begins.
        [shape.rawValue + pointer] + source.identityFields + headers.flatMap { [$0.name, $0.value] }
          + fileHeaders.flatMap(\.identityFields)
          + (certificate.map { ["certificate", $0] } ?? []))
    }
  }

  /// The clock that the engine runs on.
  package enum Clock: String, CaseIterable, Sendable {
    case system
    /// Starts at 2000-01-01T00:00:00Z and moves only by `advanceClock`.
    case manual
  }

  /// Where the location comes from.
  package struct Location: Hashable, Sendable {
    /// `location.source`.
    package var source = LocationAddress.route
    /// `location.interval`: the time from one position of the route to the next.
    package var interval = Duration.seconds(10)
    /// What `location.source` needs and is not there; nil for nothing.
    package var want: Want?

    package init() {}
  }

  /// What a resource's keys need and is not there, such as a variable of the environment: its fetches fail, and
  /// everything else is served.
  package struct Want: Hashable, Sendable {
    /// The first that is missing.
    package let problem: ConfigurationProblem
    /// What stands in the place of an address that needs it, with nothing secret in it; nil if the address is complete.
    package let address: String?

    package init(_ problem: ConfigurationProblem, address: String? = nil) {
      (self.problem, self.address) = (problem, address)
    }
  }

  /// What is kept on disk.
  package struct Store: Hashable, Sendable {
    /// `store.path`: a directory; nil keeps nothing.
    package var path: String?
    /// `store.quota`: the most bytes that values and their history may take.
    package var quota = 16_777_216

    package init() {}
  }

  /// The file of metrics, which `serve` writes.
  package struct Metrics: Hashable, Sendable {
    /// `metrics.path`: the file; nil for none.
    package var path: String?
    /// `metrics.interval`: the time from one writing to the next.
    package var interval = Duration.seconds(60)

    package init() {}
  }

  /// What holds for all sessions of a daemon that serves several.
  package struct Shared: Hashable, Sendable {
    /// `shared.sessions`: the most sessions at a time.
    package var sessions = 256
    /// `shared.inFlight`: the most calls that wait in all sessions together.
    package var inFlight = 4_096
    /// `shared.outputBytes`: from this many unread bytes of output on, no session is read whose own output waits.
    package var outputBytes = 67_108_864
    /// `shared.idleTimeout`: how long the daemon stays without a session; zero for as long as it can.
    package var idleTimeout = Duration.seconds(60)
    /// `shared.environment`: the variables of whoever starts the daemon that it has too.
    package var environment: [String] = []

    package init() {}
  }

  /// The resources in the order of `listResources`; `state` and `menu` are always among them.
  package var resources: [Resource]
  /// `minimumRequestTime`: the shortest time in which a fetch fails that a caller waits for.
  package var minimumRequestTime = Duration.milliseconds(300)
  /// The seed of what the demo shows.
  package internal(set) var seed: UInt64 = 0
  /// The seed of the jitter in waits.
  package internal(set) var jitterSeed: UInt64 = 0
  package var clock = Clock.system
  /// The scenario that replaces every source; nil for none.
  package var scenario: Scenario?
  /// The configuration file that was read; nil for none.
  package var file: String?
  /// Its absolute path, or where a file would be read if none was; nil under a manual clock, and if no folder is known.
  package var openedFile: String?
  /// The files whose change is a change of the configuration, those included that may come to be.
  package var watchedFiles: [String] = []
  package var limits = Limits()
  /// `limits.instances`: the most instances of all parameterised resources together.
  package var instances = 256
  /// `limits.bodyBytes`, `limits.headerBytes` and `limits.redirects`, which hold for every source.
  ///
  /// `connectTimeout` is not used from here: each resource has its own.
  package var http = HTTPLimits()
  /// `limits.bodyValues`: the most structural tokens that a source may bring, counted before a value is made of them.
  package var bodyValues = ValueDecoder.defaultValues
  package var location = Location()
  package var store = Store()
  package var metrics = Metrics()
  package var shared = Shared()
  /// `recoveryOptions`: options of the user's own for the failures of all resources.
  package var recoveryOptions: [RecoveryOption] = []
  /// `watch`: how `statusd watch` shows resources, in the order of the file.
  package var watches: [Watch] = []
  /// Reads the configuration again from the same places: for `signIn`, and when a file has changed.
  ///
  /// Nil for a configuration that was built in code. When it throws, nothing changes.
  package var reload: (@Sendable () throws(ConfigurationProblems) -> Configuration)?
  /// Reads a scenario from JSON: the name of a built-in one, or an object as in a file.
  ///
  /// Nil without `--scenario`: then no scenario can be played.
  package var readScenario: (@Sendable ([UInt8]) throws(ConfigurationProblem) -> Scenario)?

  /// The file that a person opens to change the configuration.
  package var settingsFile: String? { openedFile ?? file }

  package init(state: SourceAddress = .demo, menu: SourceAddress = .demo) {
    resources = [
      Resource(name: .state, shape: .fleet, source: state),
      Resource(name: .menu, shape: .menu, source: menu),
    ]
  }

  /// Adds those that there are not yet.
  package mutating func addResources(named names: [ResourceName]) {
    var known = Set(resources.map(\.name))
    for name in names where known.insert(name).inserted {
      resources.append(Resource(name: name, shape: .any))
    }
  }

  /// What is left of a configuration with mistakes: its resources as far as they could be read, and nothing behind them.
  package var withoutEffect: Configuration {
    var blank = Configuration()
    blank.resources = resources.map { resource in
      // A family has nothing behind it, and is none of the resources that a client sees by themselves.
      if case .template = resource.source {
        return Resource(name: resource.name, shape: resource.shape, source: resource.source)
      }
      return Resource(name: resource.name, shape: resource.shape)
    }
    (blank.clock, blank.file, blank.openedFile) = (clock, file, openedFile)
    return blank
  }

  /// Derives every random choice from `seed`.
  ///
  /// Without a seed the demo always shows the same, but each process draws its own jitter: a thousand
  /// processes must not ask a server at the same time. This is the only place that uses the system's random
  /// numbers.
  package mutating func fixChance(by seed: UInt64?) {
    var system = SystemRandomNumberGenerator()
    self.seed = seed ?? 0
    jitterSeed = seed ?? system.next()
  }
}
