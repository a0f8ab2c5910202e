package import Reactor

/// Notifies when this machine has a route to other machines again: rtnetlink(7) reports every change of
/// links, addresses and routes, and after each the question is asked anew.
///
/// Where no netlink socket can be had, the question is asked from time to time.
package final class NetworkWatch: ConnectionWatching {
  /// How often to look where nothing reports changes.
  package nonisolated static let probeInterval = Duration.seconds(2)

  private let loop: EventLoop
  private let timers: TimerQueue
  private let isConnected: @LoopActor () -> Bool
  private let openRoutes: @LoopActor () -> RouteStream?

  /// - Parameter timers: Real time, whichever the daemon's is: a network keeps no other.
  package convenience init(loop: EventLoop, timers: TimerQueue) {
    self.init(
      loop: loop, timers: timers, isConnected: { !NetworkRoute.isMissing }, openRoutes: RouteStream.init)
  }

  /// - Parameters:
  ///   - isConnected: Whether a way leads out now.
  ///   - openRoutes: What reports changes, where that can be opened.
  init(
    loop: EventLoop, timers: TimerQueue, isConnected: @escaping @LoopActor () -> Bool,
    openRoutes: @escaping @LoopActor () -> RouteStream?
  ) {
    self.loop = loop
    self.timers = timers
    self.isConnected = isConnected
    self.openRoutes = openRoutes
  }

  package func whenConnected(_ connected: @escaping @LoopActor () -> Void) -> any ConnectionWait {
    let wait = NetworkWait(isConnected: isConnected, timers: timers, connected)
    wait.start(openRoutes(), on: loop)
    return wait
  }
}

/// A wait under way: the loop keeps what calls it, until it has ended.
@LoopActor
private final class NetworkWait: ConnectionWait {
  private let isConnected: @LoopActor () -> Bool
  private let timers: TimerQueue
  private var connected: (@LoopActor () -> Void)?
  private var routes: RouteStream?
  private var probe: Timer?

  init(
    isConnected: @escaping @LoopActor () -> Bool, timers: TimerQueue,
    _ connected: @escaping @LoopActor () -> Void
  ) {
    self.isConnected = isConnected
    self.timers = timers
    self.connected = connected
  }

  /// The changes are listened for before the first look, so that none falls between the two.
  func start(_ routes: RouteStream?, on loop: EventLoop) {
    self.routes = routes
    routes?.start(on: loop) { [self] event in
      switch event {
      case .changed: look()
      case .failed: probeFromNowOn()
      }
    }
    loop.onNextTurn { [self] in look() }
    if routes == nil { scheduleProbe() }
  }

  func cancel() {
    connected = nil
    routes?.close()
    routes = nil
    probe?.cancel()
  }

  private func look() {
    guard let connected, isConnected() else { return }
    cancel()
    connected()
  }

  private func probeFromNowOn() {
    routes?.close()
    routes = nil
    look()
    scheduleProbe()
  }

  private func scheduleProbe() {
    guard connected != nil else { return }
    probe = timers.schedule(after: NetworkWatch.probeInterval) { [self] in
      look()
      scheduleProbe()
    }
  }
}
