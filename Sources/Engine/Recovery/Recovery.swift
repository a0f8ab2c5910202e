import Providers
package import Reactor
package import StatusCore

/// One recovery option of one failure, while the engine performs it.
@LoopActor
protocol Recovery: AnyObject {
  typealias Completion = @LoopActor (Result<RecoveryResult.Value, Failure>) -> Void

  /// A sentence for a person about what was done; nil for nothing to say.
  var message: String? { get }

  /// Begins to perform the option.
  ///
  /// - Parameter onEnd: Called once, on a later turn, unless the recovery is cancelled first.
  func begin(_ onEnd: @escaping Completion)

  /// Gives up, because nobody waits for the outcome any more.
  func cancel()

  /// The resource was fetched, or the location was found, by something else; this may end the recovery.
  func resourceSucceeded()

  /// What it waits for is no more, so it repeats the operation now.
  func endWait()
}

extension Recovery {
  func endWait() {}
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
  /// Runs the command of a recovery option for a failure; returns an action that ends it.
  package var run: RunCommand

  /// Calls the completion once, on a later turn, unless the run is ended first: with nil for success.
  package typealias RunCommand =
    @LoopActor (OptionCommand, Failure, @escaping @LoopActor (Problem?) -> Void) -> Action

  package init(
    whenConnected: @escaping @LoopActor (@escaping Action) -> Action,
    reloadSources: @escaping @LoopActor () -> Result<Void, Problem>,
    run: @escaping RunCommand
  ) {
    self.whenConnected = whenConnected
    self.reloadSources = reloadSources
    self.run = run
  }
}

extension RecoveryMeans {
  /// The means of a configured engine.
  ///
  /// - Parameter network: Watches the network; nil for a network that is always there.
  init(
    _ sources: ConfiguredSources, _ reloading: Reloading, _ environment: EngineEnvironment,
    network: (any ConnectionWatching)?
  ) {
    self.init { action in
      guard let network else { return environment.schedule(at: environment.timers.now, action) }
      let wait = network.whenConnected(action)
      return { wait.cancel() }
    } reloadSources: {
      do throws(ConfigurationProblems) {
        try reloading.reload()
      } catch {
        return .failure(Problem(error))
      }
      sources.signIn()
      return .success(())
    } run: { command, failure, onEnd in
      OptionRun(command, for: failure, hiding: sources.secretVariables, environment, onEnd).end
    }
  }
}
