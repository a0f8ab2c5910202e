package import Reactor
import StatusCore

/// A route that is travelled in even steps: the present place at once, and the next after each interval.
///
/// It pauses while nobody listens.
package final class RouteSource: LocationSource {
  package let address: String
  private let interval: Duration
  private let timers: TimerQueue
  private let file: RegularFile?
  private var route: Route?
  private var reading: FileReading<RouteParser>?
  private var index = 0
  private var listener: LocationListener?
  private var timer: Timer?

  /// The built-in route.
  package init(interval: Duration, timers: TimerQueue) {
    address = "route"
    self.interval = interval
    self.timers = timers
    file = nil
    route = .builtIn
  }

  /// The route of a file, which is read at the first start.
  ///
  /// A damaged file is a failure, and is read again at the next try.
  package init(_ file: RegularFile, interval: Duration, timers: TimerQueue) {
    address = "route:\(file.path)"
    self.interval = interval
    self.timers = timers
    self.file = file
  }

  package func start(_ listener: @escaping LocationListener) {
    self.listener = listener
    tryAgain()
  }

  package func stop() {
    timer?.cancel()
    timer = nil
    reading?.cancel()
    reading = nil
    listener = nil
  }

  /// Reads the file again if it was damaged.
  ///
  /// A route that was read never fails.
  package func tryAgain() {
    guard route == nil, let file else { return reportPlace() }
    if let reading, reading.isUnderWay { return }
    reading = FileReading(file, with: RouteParser()) { [weak self] in self?.fileWasRead($0) }
  }

  private func fileWasRead(_ result: Result<Route, Problem>) {
    switch result {
    case .success(let route):
      self.route = route
      reportPlace()
    case .failure(let problem): listener?(.failure(problem.located(at: address)))
    }
  }

  private func reportPlace() {
    guard let route else { return }
    timer?.cancel()
    timer = timers.schedule(after: interval) { [weak self] in
      self?.index = ((self?.index ?? 0) + 1) % route.positions.count
      self?.reportPlace()
    }
    listener?(.success(route.positions[index]))
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
