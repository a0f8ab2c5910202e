package import Engine
import Providers
package import Reactor
package import StatusCore

/// The parts of an engine that do what a test says, in place of those that a configuration describes.
@LoopActor
package final class ScriptedParts {
  package let clock = ManualClock(loop: LoopActor.shared.loop)
  package let state: ScriptedSource
  package let menu = ScriptedSource("test:menu")
  package let instances = ScriptedInstances()
  package let location = ScriptedLocation()
  /// The source of a location that is fetched.
  package let place = ScriptedSource("test:place")
  package let store = ScriptedStore()
  package let means = ScriptedMeans()

  /// - Parameter live: How the source of `state` delivers values by itself.
  package init(live: LiveMode? = nil) {
    state = ScriptedSource("test:state", liveMode: live)
  }

  /// The parts of an engine that is built from `configuration`.
  package func engineParts(for configuration: Configuration) -> EngineParts {
    var parts = EngineParts()
    let (state, menu, instances, place) = (state, menu, instances, place)
    parts.source = { id, _ in
      instances.source(of: id) ?? (id == .location ? place : id == .state ? state : menu)
    }
    parts.locationSource = configuration.location.source.isFetched ? nil : location
    parts.store = store
    parts.means = means.recoveryMeans
    parts.clock = clock
    return parts
  }
}

extension Configuration {
  /// One attempt for each fetch and no minimum time, for tests about other things.
  package static var plain: Configuration {
    var configuration = Configuration()
    configuration.minimumRequestTime = .zero
    for index in configuration.resources.indices {
      configuration.resources[index].policy.retry.maxAttempts = 1
    }
    return configuration
  }

  /// As the program is without a configuration of anyone's.
  package mutating func becomeDefault() {
    self = Configuration()
  }
}
