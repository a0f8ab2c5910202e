package import Reactor

/// Keeps values and the history of fetches in a folder, across restarts of the process.
///
/// A thread of its own reads and writes; the loop never waits for the disk, except at the start
/// (``waitForReads(within:)``) and at the end of the process (``close(within:)``), for as long as it is told and no
/// longer. The thread starts with the first order and sleeps while there is none.
@LoopActor
package final class Store {
  private let folder: StoreFolder
  private let loop: EventLoop
  private let queue = Monitor(StoreQueue())
  private let onReport: @LoopActor (StoreReport) -> Void
  private let timers: TimerQueue
  private var questions = 0
  /// When the thread was first seen to have work, and how many batches it had done then.
  private var work = (batchesDone: 0, since: Instant(sinceOrigin: .zero))

  /// - Parameters:
  ///   - path: The folder; it is made when it is missing.
  ///   - timers: Whose time says how long the disk takes.
  ///   - onReport: Called on a later turn of the loop, or within ``waitForReads(within:)``.
  package init(
    _ path: String, on loop: EventLoop, timers: TimerQueue,
    onReport: @escaping @LoopActor (StoreReport) -> Void
  ) {
    folder = StoreFolder(path: path)
    self.loop = loop
    self.timers = timers
    self.onReport = onReport
  }

  deinit {
    queue.update { $0.isClosing = true }
  }

  /// Fetches that found no room in the queue, because the disk is slow.
  package var lostFetches: Int { queue.update(\.lostFetches) }
}

// MARK: Orders

extension Store {
  /// Reads the value of a resource, if there is one of that source; the report is `restored`.
  package func restore(_ key: StoreKey, source: [UInt8]) {
    order { $0.read(.value(key, source: source)) }
  }

  /// Nobody wants the value of a key any more, which may not have been read yet.
  package func forget(_ key: StoreKey) {
    queue.update { $0.forget(key) }
  }

  /// Reads what the store holds; the report is `contents`.
  package func readContents() {
    order { $0.countContents() }
  }

  /// Writes a value; a newer one of its key takes its place while it waits.
  ///
  /// - Parameter isNew: Whether the body has to be written; if not, it was, and only its dates are.
  package func write(_ value: StoredValue, isNew: Bool) {
    order { $0.write(value, isNew: isNew) }
  }

  /// Adds a fetch to the history, and drops so many of the oldest ones.
  package func add(_ fetch: StoredFetch, dropping count: Int) {
    order { $0.add(fetch, dropping: count) }
  }

  /// Drops entries, and gives their room back to the system.
  ///
  /// - Parameter isDiskFull: Whether the disk needs that room: if it cannot be given back, everything is dropped.
  package func drop(_ dropped: StoreQuota.Dropped, isDiskFull: Bool) {
    order { $0.drop(dropped.values, history: dropped.history, isDiskFull: isDiskFull) }
  }

  /// Whether ``readHistory(of:since:limit:)`` may be called: a disk that is slow must not fill the memory.
  package var takesQuestions: Bool { queue.update(\.takesQuestions) }

  /// Reads the newest fetches since a date, newest first.
  ///
  /// - Returns: The number of the question, which stands in the report `history`.
  package func readHistory(of key: StoreKey, since: Int64, limit: Int) -> Int {
    questions += 1
    let number = questions
    order { $0.read(.history(number, key, since: since, limit: limit)) }
    return number
  }

  private func order(_ change: (inout StoreQueue) -> Void) {
    let (wasIdle, batchesDone) = queue.update { queue in
      defer { change(&queue) }
      return (queue.isIdle, queue.batchesDone)
    }
    if wasIdle || batchesDone != work.batchesDone { work = (batchesDone, timers.now) }
    startThread()
  }
}

// MARK: Hanging

extension Store {
  /// How long the disk may take for a batch before it is slow.
  package static let patience = Duration.seconds(2)
  /// How long it may take before nobody waits for it any more.
  package static let longestPatience = Duration.seconds(5)

  /// For how long the thread has been at one batch; zero while there is nothing to do.
  ///
  /// A dead network mount keeps it for ever, and so does a pipe in the place of a file.
  package var delay: Duration {
    let (isIdle, batchesDone) = queue.update { ($0.isIdle, $0.batchesDone) }
    if isIdle { return .zero }
    if batchesDone != work.batchesDone { work = (batchesDone, timers.now) }
    return timers.now - work.since
  }
}

// MARK: Waiting

extension Store {
  /// Waits until everything asked for is done, but not longer than that, and reports it.
  package func waitForReads(within limit: Duration) {
    _ = queue.wait(within: limit) { $0.isIdle ? true : nil }
    collect()
  }

  /// Writes what waits, but does not take longer than that, and closes the file.
  ///
  /// - Returns: Whether everything is written.
  @discardableResult
  package func close(within limit: Duration) -> Bool {
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

extension Store {
  private func startThread() {
    let isNeeded = queue.update { queue in
      defer { queue.hasThread = true }
      return !queue.hasThread
    }
    guard isNeeded else { return }
    let (folder, queue) = (folder, queue)
    let post = poster
    do throws(SystemError) {
      try DetachedThread.start { Self.work(folder, queue, post) }
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
    _ folder: StoreFolder, _ queue: Monitor<StoreQueue>, _ post: @escaping @Sendable () -> Void
  ) {
    let worker = StoreWorker(folder) { report in
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
