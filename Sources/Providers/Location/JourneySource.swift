package import Reactor
import StatusCore

/// Positions in the order in which they are reported, and the time between them.
protocol Journey: Sendable {
  /// At least 1.
  var count: Int { get }

  func position(at index: Int) -> Position

  /// The time from a position to the next, which is the first after the last; nil where the journey ends.
  func wait(after index: Int) -> Duration?
}

/// Reports the positions of a journey: the present one at once, and each next one when its time has come.
///
/// It pauses while nobody listens.
@LoopActor
package final class JourneySource: LocationSource {
  package let address: String
  private let timers: TimerQueue
  /// Begins to read the file of the journey.
  private let read: @LoopActor (@escaping Completion) -> any Reading
  private var reading: (any Reading)?
  private var journey: (any Journey)?
  private var index = 0
  private var listener: LocationListener?
  private var timer: Timer?

  private typealias Completion = @LoopActor (Result<any Journey, Problem>) -> Void

  /// A journey that is built in.
  init(_ journey: some Journey, at address: String, timers: TimerQueue) {
    self.journey = journey
    self.address = address
    self.timers = timers
    read = { _ in preconditionFailure("a journey that is there is not read") }
  }

  /// The journey of a file, which is read at the first start.
  ///
  /// A damaged file is a failure, and is read again at the next try.
  init<Parser: FileParser>(
    _ file: RegularFile, at address: String, timers: TimerQueue, parser: @escaping @LoopActor () -> Parser,
    journey: @escaping @LoopActor (Parser.Value) -> some Journey
  ) {
    self.address = address
    self.timers = timers
    read = { completion in
      FileReading(file, with: parser()) { completion($0.map { value -> any Journey in journey(value) }) }
    }
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
  /// A journey that was read never fails.
  package func tryAgain() {
    guard journey == nil else { return report() }
    if let reading, reading.isUnderWay { return }
    reading = read { [weak self] in self?.fileWasRead($0) }
  }

  private func fileWasRead(_ result: Result<any Journey, Problem>) {
    switch result {
    case .success(let journey):
      self.journey = journey
      report()
    case .failure(let problem): listener?(.failure(problem.located(at: address)))
    }
  }

  private func report() {
    guard let journey else { return }
    timer?.cancel()
    timer = journey.wait(after: index).map { wait in
      timers.schedule(after: wait) { [weak self] in self?.goOn() }
    }
    listener?(.success(journey.position(at: index)))
  }

  private func goOn() {
    guard let journey else { return }
    index = (index + 1) % journey.count
    report()
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
