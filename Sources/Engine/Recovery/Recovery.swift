import Providers
package import Reactor
package import StatusCore

/// One recovery option of one failure, while the engine performs it.
@LoopActor
protocol Recovery: AnyObject {
  typealias Completion = @LoopActor (Result<RecoveryResult.Value, Failure>) -> Void

  /// Begins to perform the option.
  ///
  /// - Parameter onEnd: Called once, on a later turn, unless the recovery is cancelled first.
  func begin(_ onEnd: @escaping Completion)

  /// Gives up, because nobody waits for the outcome any more.
  func cancel()

  /// The resource was fetched, or the location was found, by something else; this may end the recovery.
  func resourceSucceeded()
}

/// What recoveries need apart from the resources: the network and the configuration.
@LoopActor
package struct RecoveryMeans {
  package typealias Action = @LoopActor () -> Void

  /// Calls an action once there is a network, on a later turn; returns an action that cancels the call.
  package var whenConnected: @LoopActor (@escaping Action) -> Action
  /// Reads configuration and environment again, and replaces the sources of resources whose entry has
  /// changed.
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
  /// The means of a configured engine.
  ///
  /// - Parameter network: Watches the network; nil for a network that is always there.
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
