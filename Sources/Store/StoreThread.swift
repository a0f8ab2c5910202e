import Reactor

/// The thread that reads and writes a store, and the queue between it and the loop.
///
/// The loop never waits for the disk, except at the start (``waitUntilIdle(within:)``) and at the end of the process
/// (``close(within:)``), for as long as it is told and no longer. The thread starts with the first order and sleeps
/// while there is none.
@LoopActor
final class StoreThread {
  private let makeMedium: @Sendable () -> any StoreMedium
  private let loop: EventLoop
  private let timers: TimerQueue
  private let queue = Monitor(StoreQueue())
  private var onReport: @LoopActor (StoreReport) -> Void = { _ in }
  /// When the thread was first seen to have work, and how many batches it had done then.
  private var work = (batchesDone: 0, since: Instant(sinceOrigin: .zero))

  /// - Parameters:
  ///   - timers: Whose time says how long the disk takes.
  ///   - makeMedium: Called once, on the thread.
  init(on loop: EventLoop, timers: TimerQueue, _ makeMedium: @escaping @Sendable () -> any StoreMedium) {
    self.makeMedium = makeMedium
    self.loop = loop
    self.timers = timers
  }

  deinit {
    queue.update { $0.isClosing = true }
  }

  /// - Parameter onReport: Called on a later turn of the loop, or within ``waitUntilIdle(within:)``.
  func begin(_ onReport: @escaping @LoopActor (StoreReport) -> Void) {
    self.onReport = onReport
  }

  /// Gives the thread something to do.
  func order(_ change: (inout StoreQueue) -> Void) {
    let (wasIdle, batchesDone) = queue.update { queue in
      defer { change(&queue) }
      return (queue.isIdle, queue.batchesDone)
    }
    if wasIdle || batchesDone != work.batchesDone { work = (batchesDone, timers.now) }
    startThread()
  }

  /// Looks at what waits, or takes something back.
  func look<Result>(_ body: (inout StoreQueue) -> Result) -> Result { queue.update(body) }

  /// For how long the thread has been at one batch; zero while there is nothing to do.
  ///
  /// A dead network mount keeps it for ever, and so does a pipe in the place of a file.
  var delay: Duration {
    let (isIdle, batchesDone) = queue.update { ($0.isIdle, $0.batchesDone) }
    if isIdle { return .zero }
    if batchesDone != work.batchesDone { work = (batchesDone, timers.now) }
    return timers.now - work.since
  }
}

// MARK: Waiting

extension StoreThread {
  /// Waits until everything asked for is done, but not longer than that, and reports it.
  func waitUntilIdle(within limit: Duration) {
    _ = queue.wait(within: limit) { $0.isIdle ? true : nil }
    collect()
  }

  /// Does what waits, but does not take longer than that, and ends the thread.
  ///
  /// - Returns: Whether everything is done.
  func close(within limit: Duration) -> Bool {
    let hasThread = queue.update { queue in
      queue.isClosing = true
      return queue.hasThread
    }
    return !hasThread || queue.wait(within: limit) { $0.isClosed ? true : nil } ?? false
  }

  private func collect() {
    let reports = queue.update { queue in
      defer { queue.reports = [] }
      return queue.reports
    }
    for report in reports { onReport(report) }
  }
}

// MARK: The thread

extension StoreThread {
  private func startThread() {
    let isNeeded = queue.update { queue in
      defer { queue.hasThread = true }
      return !queue.hasThread
    }
    guard isNeeded else { return }
    let (makeMedium, queue) = (makeMedium, queue)
    let post = poster
    do throws(SystemError) {
      try DetachedThread.start { Self.work(makeMedium(), queue, post) }
    } catch {
      // The next order tries again.
      queue.update { queue in
        queue.hasThread = false
        let batch = queue.takeBatch() ?? StoreQueue.Batch()
        queue.batchEnded()
        queue.reports += batch.failures(StoreFault(system: error.errno))
        if batch.countsContents { queue.countContents() }
      }
      post()
    }
  }

  /// Has the reports collected on a later turn of the loop.
  private var poster: @Sendable () -> Void {
    let collect: @LoopActor @Sendable () -> Void = { [weak self] in self?.collect() }
    return { [loop] in loop.post(collect) }
  }

  private nonisolated static func work(
    _ medium: any StoreMedium, _ queue: Monitor<StoreQueue>, _ post: @escaping @Sendable () -> Void
  ) {
    let worker = StoreWorker(medium) { report in
      let isFirst = queue.update { queue in
        queue.report(report)
        return queue.reports.count == 1
      }
      if isFirst { post() }
    }
    while let batch = queue.wait(for: { $0.next }).flatMap(\.self) {
      worker.perform(batch)
      queue.update { $0.batchEnded() }
    }
    worker.close()
    queue.update { $0.isClosed = true }
  }
}

extension StoreQueue {
  /// The next batch; nil while there is none, and nil within for the end.
  fileprivate var next: Batch?? {
    mutating get {
      if let batch = takeBatch() { return .some(batch) }
      return isClosing ? .some(nil) : nil
    }
  }
}
