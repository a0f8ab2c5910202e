package import Reactor

/// Keeps values and the history of fetches in a folder, across restarts of the process, within a quota.
///
/// A value is accepted as soon as the quota has room for it, and the disk takes it later. Once the disk has refused
/// one, values are accepted no more before they are written, until one is. So it is while the disk is slow.
@LoopActor
package final class Store {
  private let thread: StoreThread
  private var onReport: @LoopActor (StoreReport) -> Void = { _ in }
  package private(set) var quota: StoreQuota
  /// What the last write failed with; nil once one has succeeded.
  package private(set) var fault: StoreFault?
  /// Whether a later version has made the file, so that nothing is kept.
  package private(set) var isOff = false
  /// Writes and reads that failed.
  package private(set) var failures = 0
  /// Values and files that were damaged and put aside.
  package private(set) var damaged = 0
  private var historyLost = 0
  /// The values that are in the file, as far as this process knows, and those that wait to be.
  private var held: [StoreKey: Content] = [:]
  /// The keys whose values are looked for.
  private var sought: Set<StoreKey> = []
  private var questions = 0

  /// What tells whether a value has to be written anew.
  private struct Content: Equatable {
    let source: [UInt8]
    let body: [UInt8]

    init(_ value: StoredValue) {
      (source, body) = (value.source, value.body)
    }
  }

  /// - Parameters:
  ///   - path: The folder; it is made when it is missing.
  ///   - quota: The most bytes that values and history may take.
  ///   - timers: Whose time says how long the disk takes.
  package convenience init(_ path: String, quota: Int, on loop: EventLoop, timers: TimerQueue) {
    self.init(quota: quota, on: loop, timers: timers) { SQLiteMedium(in: StoreFolder(path: path)) }
  }

  /// - Parameter makeMedium: Makes the place of the store, on the store's thread.
  init(
    quota: Int, on loop: EventLoop, timers: TimerQueue,
    _ makeMedium: @escaping @Sendable () -> any StoreMedium
  ) {
    self.quota = StoreQuota(limit: quota)
    thread = StoreThread(on: loop, timers: timers, makeMedium)
    thread.begin { [weak self] in self?.received($0) }
  }

  /// Reports what the thread has found and done, once it is counted.
  ///
  /// - Parameter onReport: Called on a later turn of the loop, or within ``finishRestoring(within:)``.
  package func begin(_ onReport: @escaping @LoopActor (StoreReport) -> Void) {
    self.onReport = onReport
  }

  /// Fetches that are not in the history, because the disk was slow or refused them.
  package var lostFetches: Int { historyLost + thread.look(\.lostFetches) }
}

// MARK: Values

extension Store {
  /// Reads the value of a resource, if there is one of that source; the report is `restored`.
  package func restore(_ key: StoreKey, source: [UInt8]) {
    sought.insert(key)
    thread.order { $0.read(.value(key, source: source)) }
  }

  /// Waits until the values are read, but not longer than that.
  package func finishRestoring(within limit: Duration) {
    thread.waitUntilIdle(within: limit)
    // The first response does not wait for what is only counted.
    thread.order { $0.countContents() }
  }

  /// Nobody wants the value of a key any more, which may not have been read yet; it stays kept.
  package func forget(_ key: StoreKey) {
    sought.remove(key)
    held[key] = nil
    quota.forgetRefusal(of: key)
    thread.look { $0.forget(key) }
  }

  /// What becomes of a value that is to be kept.
  package enum Acceptance: Sendable {
    /// It is kept, and nobody has to wait for that.
    case accepted
    /// It is kept once the disk has it: the last write failed, or the disk is slow. The report is `wrote` or `failed`.
    case awaited
    /// It does not fit.
    case full
    /// The disk does not respond, and the value is written once it does.
    case hanging
  }

  /// Keeps a value; a newer one of its key takes its place while it waits.
  package func keep(_ value: StoredValue) -> Acceptance {
    let content = Content(value)
    let isNew = held[value.key] != content
    if isNew {
      let entry = StoreQuota.Entry(charge: value.charge, fetchedAt: value.fetchedAt)
      guard quota.accept(entry, of: value.key) else { return .full }
      held[value.key] = content
    } else {
      quota.confirm(value.key, at: value.fetchedAt)
    }
    thread.order { $0.write(value, isNew: isNew) }
    let delay = thread.delay
    if delay >= Self.longestPatience { return .hanging }
    return fault == nil && delay < Self.patience ? .accepted : .awaited
  }

  /// Drops the value of a key.
  package func remove(_ key: StoreKey) {
    // A value that was restored may be counted later.
    guard quota.values[key] != nil || held[key] != nil else { return }
    held[key] = nil
    quota.forget(key)
    quota.forgetRefusal(of: key)
    thread.order { $0.drop([key], history: 0) }
  }

  /// Drops what is oldest, so that the value of `key` fits that did not.
  ///
  /// - Returns: What was dropped; nil if all of it would not be enough, and then nothing is dropped.
  package func free(for key: StoreKey) -> StoreQuota.Dropped? {
    guard let dropped = quota.free(for: key) else { return nil }
    for key in dropped.values { held[key] = nil }
    // The disk needs the room: if it cannot be given back, everything is dropped.
    let isDiskFull = fault == .noRoom
    if dropped.count > 0 || isDiskFull {
      thread.order { $0.drop(dropped.values, history: dropped.history, isDiskFull: isDiskFull) }
    }
    return dropped
  }

  /// Doubles the quota for the life of this process.
  package func raiseQuota() { quota.raise() }
}

// MARK: History

extension Store {
  /// Adds a fetch to the history, of which the oldest go where it is too long.
  package func add(_ fetch: StoredFetch) {
    let dropped = quota.addFetch()
    thread.order { $0.add(fetch, dropping: dropped) }
  }

  /// Whether ``readHistory(of:since:limit:)`` may be called: a disk that is slow must not fill the memory.
  package var takesQuestions: Bool { thread.look(\.takesQuestions) }

  /// Reads the newest fetches since a date, newest first.
  ///
  /// - Returns: The number of the question, which the report `history` names.
  package func readHistory(of key: StoreKey, since: Int64, limit: Int) -> Int {
    questions += 1
    let number = questions
    thread.order { $0.read(.history(number, key, since: since, limit: limit)) }
    return number
  }
}

// MARK: Waiting

extension Store {
  /// How long the disk may take for a batch before it is slow.
  package static let patience = Duration.seconds(2)
  /// How long it may take before nobody waits for it any more.
  package static let longestPatience = Duration.seconds(5)

  /// Whether the disk does not respond in time.
  package var isSlow: Bool { thread.delay >= Self.patience }

  /// Writes what waits, but does not take longer than that, and closes the file.
  ///
  /// - Returns: Whether everything is written.
  @discardableResult
  package func close(within limit: Duration) -> Bool { thread.close(within: limit) }
}

// MARK: Reports

extension Store {
  private func received(_ report: StoreReport) {
    switch report {
    case .restored(let value):
      // Nobody may want it any more, or a newer one has come meanwhile.
      guard sought.remove(value.key) != nil, held[value.key] == nil else { return }
      held[value.key] = Content(value)
    case .contents(let values, let historyCount): quota.begin(values: values, historyCount: historyCount)
    case .wrote: fault = nil
    case .failed(let keys, let fetches, let fault): failed(keys, fetches, fault)
    case .valueDamaged(let key):
      quota.forget(key)
      damaged += 1
    case .fileDamaged:
      beginAnew()
      damaged += 1
    case .fileReplaced, .emptied: beginAnew()
    case .newer: isOff = true
    case .history: break
    }
    onReport(report)
  }

  /// Nothing of what was kept is in the file any more; the next fetches fill it again.
  private func beginAnew() {
    quota.clear()
    held = [:]
  }

  private func failed(_ keys: [StoreKey], _ fetches: Int, _ fault: StoreFault) {
    quota.forgetFetches(fetches)
    historyLost += fetches
    failures += 1
    self.fault = fault
    for key in keys {
      held[key] = nil
      quota.forget(key)
    }
  }
}
