package import Reactor
import StatusCore

/// A route that is travelled in even steps: the place where it is at once, and the next after each interval.
///
/// It stays where it is while nobody listens, and goes on from there.
package final class RouteSource: LocationSource {
  package let address: String
  private let interval: Duration
  private let timers: TimerQueue
  private let load: () throws(Problem) -> Route
  private var route: Route?
  private var index = 0
  private var tell: LocationListener?
  private var timer: Timer?

  /// The built-in route.
  package init(interval: Duration, timers: TimerQueue) {
    address = "route"
    self.interval = interval
    self.timers = timers
    load = { () throws(Problem) in .builtIn }
  }

  /// That of a file, which is read when it is first asked for; a damaged one is a failure, and read anew at the
  /// next try.
  package init(_ file: RegularFile, interval: Duration, timers: TimerQueue) {
    address = "route:\(file.path)"
    self.interval = interval
    self.timers = timers
    load = { () throws(Problem) in try Route(decoding: try file.contents()) }
  }

  package func start(_ tell: @escaping LocationListener) {
    self.tell = tell
    tryAgain()
  }

  package func stop() {
    timer?.cancel()
    timer = nil
    tell = nil
  }

  /// A route never fails once it is there: this is for a file that was damaged.
  package func tryAgain() {
    timer?.cancel()
    do throws(Problem) {
      if route == nil { route = try load() }
      tellPlace()
    } catch {
      tell?(.failure(error.located(at: address)))
    }
  }

  private func tellPlace() {
    guard let route else { return }
    timer = timers.schedule(after: interval) { [weak self] in
      self?.index = ((self?.index ?? 0) + 1) % route.positions.count
      self?.tellPlace()
    }
    tell?(.success(route.positions[index]))
  }
}

extension Problem {
  /// The same, and where it was met.
  func located(at address: String) -> Problem {
    var problem = self
    problem.detail.url = address
    return problem
  }
}
