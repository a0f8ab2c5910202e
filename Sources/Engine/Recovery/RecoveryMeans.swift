import Providers
package import Reactor
package import StatusCore

/// What recovering takes beside the resources themselves.
@LoopActor
package struct RecoveryMeans {
  package typealias Action = @LoopActor () -> Void

  /// Has an action called once the network is there, later than now; what it returns calls that off.
  package var whenConnected: @LoopActor (@escaping Action) -> Action
  /// Reads configuration and environment again, and gives the resources their sources anew.
  package var reloadSources: @LoopActor () -> Result<Void, Problem>

  package init(
    whenConnected: @escaping @LoopActor (@escaping Action) -> Action,
    reloadSources: @escaping @LoopActor () -> Result<Void, Problem>
  ) {
    self.whenConnected = whenConnected
    self.reloadSources = reloadSources
  }
}

extension RecoveryMeans {
  /// What the daemon has that a configuration describes.
  ///
  /// - Parameter network: nil for one that is always there.
  init(_ sources: ConfiguredSources, _ environment: EngineEnvironment, network: (any ConnectionWatching)?) {
    self.init { action in
      guard let network else { return environment.schedule(at: environment.timers.now, action) }
      let wait = network.whenConnected(action)
      return { wait.cancel() }
    } reloadSources: {
      Result { () throws(Problem) in try sources.reload() }
    }
  }
}
