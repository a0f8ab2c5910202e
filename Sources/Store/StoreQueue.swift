/// What waits for the store's thread, and the reports that wait for the loop.
///
/// It is bounded: of each value the newest waits, which the quota has counted, and it is looked for once; of the history
/// so many fetches and questions wait.
struct StoreQueue: Sendable {
  /// What the thread does at once: one transaction, then the reads.
  struct Batch: Sendable {
    var drops: Set<StoreKey> = []
    var historyDrop = 0
    /// Each with whether its body has to be written.
    var values: [StoreKey: (value: StoredValue, isNew: Bool)] = [:]
    var fetches: [StoredFetch] = []
    var shrinks = false
    /// Whether the disk is full: then all goes where room cannot be given back to the system otherwise.
    var mustShrink = false
    /// Whether what the file held before is counted.
    var countsContents = false
    var reads: [StoreRead] = []
    /// How many of the reads are questions for the history.
    var questions = 0

    var writes: Bool { !drops.isEmpty || historyDrop > 0 || !values.isEmpty || !fetches.isEmpty || shrinks }
    var isEmpty: Bool { !writes && !countsContents && reads.isEmpty }

    /// What is reported of a batch that could not be done: every question has an answer.
    func failures(_ fault: StoreFault) -> [StoreReport] {
      var reports: [StoreReport] = [.failed(Array(values.keys), fetches: fetches.count, fault)]
      for case .history(let number, _, _, _) in reads { reports.append(.history(number, nil)) }
      return reports
    }
  }

  private(set) var batch = Batch()
  /// Fetches that found no room in the queue.
  private(set) var lostFetches = 0
  var reports: [StoreReport] = []
  /// Whether the thread does a batch.
  private(set) var isBusy = false
  /// How many batches the thread has done.
  private(set) var batchesDone = 0
  var hasThread = false
  var isClosing = false
  var isClosed = false

  /// The most fetches that wait; a disk that is slow must not fill the memory.
  static let mostFetches = 1_024
  /// The most questions for the history that wait; those whose callers have left are among them.
  static let mostQuestions = 1_024

  /// Whether another question finds room.
  var takesQuestions: Bool { batch.questions < Self.mostQuestions }

  /// Whether everything asked for was done.
  var isIdle: Bool { !isBusy && batch.isEmpty }

  mutating func write(_ value: StoredValue, isNew: Bool) {
    let wasNew = batch.values[value.key]?.isNew ?? false
    batch.values[value.key] = (value, isNew || wasNew)
  }

  /// - Parameter isDiskFull: Whether it is the disk that needs the room, and not the quota.
  mutating func drop(_ keys: [StoreKey], history: Int, isDiskFull: Bool = false) {
    for key in keys { batch.values[key] = nil }
    batch.drops.formUnion(keys)
    batch.historyDrop += history
    batch.shrinks = true
    if isDiskFull { batch.mustShrink = true }
    reports = reports.map { $0.without(batch.drops) }
  }

  /// Adds a fetch to the history, and drops so many of the oldest ones.
  mutating func add(_ fetch: StoredFetch, dropping count: Int) {
    batch.historyDrop += count
    if batch.fetches.count < Self.mostFetches { batch.fetches.append(fetch) } else { lostFetches += 1 }
  }

  /// Has the contents counted, before anything is written.
  mutating func countContents() {
    batch.countsContents = true
  }

  mutating func read(_ read: StoreRead) {
    if case .history = read { batch.questions += 1 }
    batch.reads.append(read)
  }

  /// Nobody wants the value of a key any more, so it is not looked for.
  mutating func forget(_ key: StoreKey) {
    batch.reads.removeAll { if case .value(key, source: _) = $0 { true } else { false } }
  }

  /// Has the thread's report wait for the loop; what the loop dropped meanwhile is not among the contents.
  mutating func report(_ report: StoreReport) {
    reports.append(report.without(batch.drops))
  }

  /// Hands everything to the thread; nil when there is nothing to do.
  mutating func takeBatch() -> Batch? {
    guard !batch.isEmpty else { return nil }
    defer { batch = Batch() }
    isBusy = true
    return batch
  }

  /// The thread has done the batch that it took.
  mutating func batchEnded() {
    isBusy = false
    batchesDone += 1
  }
}

/// What is read from the store.
enum StoreRead: Sendable {
  case value(StoreKey, source: [UInt8])
  case history(Int, StoreKey, since: Int64, limit: Int)
}
