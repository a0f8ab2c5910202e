package import Providers
package import StatusCore

/// Everything that can be configured, as plain values: what `Settings` reads and ``Engine`` is built from.
package struct Configuration: Sendable {
  /// A resource and where its value comes from.
  package struct Resource: Hashable, Sendable {
    package let name: ResourceName
    package var shape: ResourceShape
    package var source: SourceAddress
    /// `timeout`, `totalTimeout`, `retry`, `autoPolling` and `staleAfter`.
    package var policy = FetchPolicy()
    /// `headers`: sent with every HTTP request; their values are never told to anyone else.
    package var headers: [HTTPHeader] = []
    /// `caFile`: a PEM file of authorities that are trusted besides the system's.
    package var caFile: String?
    /// `connectTimeout`: until a connection stands, of an HTTP source.
    package var connectTimeout = HTTPLimits().connectTimeout
    /// `excerpts`: whether failures quote the beginning of a body that cannot be used.
    package var excerpts = true

    package init(name: ResourceName, shape: ResourceShape, source: SourceAddress = .demo) {
      self.name = name
      self.shape = shape
      self.source = source
    }
  }

  /// Whose time the daemon lives in.
  package enum Clock: String, CaseIterable, Sendable {
    case system
    /// It begins with the year 2000 and moves by `advanceClock` alone.
    case manual
  }

  /// Where the location comes from.
  package struct Location: Hashable, Sendable {
    /// `source`.
    package var source = LocationAddress.route
    /// `interval`: from one position of the route to the next.
    package var interval = Duration.seconds(10)

    package init() {}
  }

  /// What is kept on disk.
  package struct Store: Hashable, Sendable {
    /// `path`: a folder; nil keeps nothing.
    package var path: String?
    /// `quota`: bytes of values and of the history.
    package var quota = 16_777_216

    package init() {}
  }

  /// In the order in which they are listed; `state` and `menu` are always there.
  package var resources: [Resource]
  /// `minimumRequestTime`: a fetch that somebody waits for does not fail sooner.
  package var minimumRequestTime = Duration.milliseconds(300)
  /// Fixes what the demo shows.
  package private(set) var seed: UInt64 = 0
  /// Fixes the jitter of waits.
  package private(set) var jitterSeed: UInt64 = 0
  package var clock = Clock.system
  /// What is played in place of every source.
  package var scenario: Scenario?
  /// The configuration file that was read; nil for none.
  package var file: String?
  package var limits = Limits()
  /// `limits.bodyBytes`, `limits.headerBytes` and `limits.redirects`, for every source; the rest of it belongs
  /// to each resource.
  package var http = HTTPLimits()
  package var location = Location()
  package var store = Store()
  /// Reads everything again from where this came from: the credentials of `signIn` may be new.
  ///
  /// Nil for what came from nowhere. A problem leaves things as they were.
  package var reload: (@Sendable () throws(ConfigurationProblem) -> Configuration)?

  package init(state: SourceAddress = .demo, menu: SourceAddress = .demo) {
    resources = [
      Resource(name: .state, shape: .fleet, source: state),
      Resource(name: .menu, shape: .menu, source: menu),
    ]
  }

  /// Fixes every choice that is left to chance by `seed`.
  ///
  /// Without one the demo shows what it always shows, and waits are spread otherwise in each process: a
  /// thousand of them must not ask a server at the same time. This is the one place where the system's chance
  /// comes in.
  package mutating func fixChance(by seed: UInt64?) {
    var system = SystemRandomNumberGenerator()
    self.seed = seed ?? 0
    jitterSeed = seed ?? system.next()
  }
}
