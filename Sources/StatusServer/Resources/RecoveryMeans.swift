import Providers
import Reactor
import StatusCore

/// What recovering takes beside the resources themselves.
@LoopActor
struct RecoveryMeans {
  typealias Action = @LoopActor () -> Void

  /// Has an action called once the network is there; what it returns calls that off.
  var whenConnected: @LoopActor (@escaping Action) -> Action
  /// Reads configuration and environment again, and gives the resources their sources anew.
  var reloadSources: @LoopActor () throws(Problem) -> Void

  /// The network is always there, and the configuration is what it was.
  static let none = RecoveryMeans(
    whenConnected: { action in
      action()
      return {}
    }, reloadSources: {})
}

extension RecoveryMeans {
  /// What the daemon has that a configuration describes.
  ///
  /// - Parameter network: nil for one that is always there.
  init(
    _ resources: Resources, _ configuration: Configuration, _ timers: TimerQueue,
    network: (any ConnectionWatching)?
  ) {
    self = .none
    if let network {
      whenConnected = { action in
        let wait = network.whenConnected(action)
        return { wait.cancel() }
      }
    }
    let sources = ReloadableSources(resources, configuration, timers)
    reloadSources = { () throws(Problem) in try sources.reload() }
  }
}

/// The sources of the resources, as the configuration said when it was read last.
@LoopActor
private final class ReloadableSources {
  private let resources: Resources
  private let timers: TimerQueue
  private var configuration: Configuration

  init(_ resources: Resources, _ configuration: Configuration, _ timers: TimerQueue) {
    self.resources = resources
    self.configuration = configuration
    self.timers = timers
  }

  /// Gives those resources another source whose entry has changed; a fault changes nothing.
  func reload() throws(Problem) {
    guard let read = configuration.reload else { return }
    let fresh: Configuration
    do throws(ConfigurationFault) {
      fresh = try read()
    } catch {
      throw Problem(error)
    }
    let former = configuration.resources
    for entry in fresh.resources where !former.contains(entry) {
      resources.all.first { $0.name == entry.name }?.source = Services.source(entry, fresh, timers)
    }
    configuration = fresh
  }
}
