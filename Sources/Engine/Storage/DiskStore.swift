import Logging
import Providers
import Reactor
import StatusCore
import Store

/// The store on disk: counts what fits, and has `Store`'s thread read and write.
///
/// A value is accepted as soon as the quota has room for it, and the disk takes it later. Once the disk has refused
/// one, values are accepted no more before they are written, until one is: a fetch then ends as its write does. So it
/// does while the disk is slow.
@LoopActor
final class DiskStore: ValueStore {
  var onEvent: (@LoopActor (StoreEvent) -> Void)?
  let path: String
  private let logger: Logger
  private(set) var quota: StoreQuota
  /// What the last write failed with; nil once one has succeeded.
  private(set) var problem: Problem?
  private var failures = 0
  private var damaged = 0
  private var historyLost = 0
  /// Whether a later version has made the file, so that nothing is kept.
  private var isOff = false
  /// The values that are in the file, as far as this process knows, and those that wait to be.
  private(set) var held: [StoreKey: Content] = [:]
  private var resources: [StoreKey: ResourceID] = [:]
  private var waiting: [StoreKey: PendingWrite] = [:]
  private var questions: [Int: Question] = [:]
  private let timers: TimerQueue
  private var store: Store?

  /// A question for the history, which is not waited for for longer than ``Store/patience``.
  private struct Question {
    let limit: Timer
    let completion: HistoryCompletion
  }

  /// What tells whether a value has to be written anew.
  struct Content: Equatable {
    let source: [UInt8]
    let body: [UInt8]

    init(_ value: StoredValue) {
      (source, body) = (value.source, value.body)
    }
  }

  /// - Parameters:
  ///   - path: The folder.
  ///   - timers: Whose time says how long the disk takes.
  init(_ path: String, quota: Int, on loop: EventLoop, timers: TimerQueue, logger: Logger) {
    self.path = path
    self.logger = logger
    self.quota = StoreQuota(limit: quota)
    self.timers = timers
    store = Store(path, on: loop, timers: timers) { [weak self] in self?.received($0) }
  }

  func restore(_ resource: ResourceID, from identity: SourceIdentity) {
    let key = StoreKey(resource)
    resources[key] = resource
    store?.restore(key, source: identity.bytes)
  }

  func forget(_ resource: ResourceID) {
    let key = StoreKey(resource)
    resources[key] = nil
    held[key] = nil
    quota.forgetRefusal(of: key)
    store?.forget(key)
  }

  func finishRestoring(within limit: Duration) {
    store?.waitForReads(within: limit)
    // The first response does not wait for what is only counted.
    store?.readContents()
  }

  var statistics: StoreStatistics? {
    StoreStatistics(
      path: path, bytes: quota.bytes, quota: quota.limit, values: quota.values.count,
      history: quota.historyCount, historyLost: historyLost + (store?.lostFetches ?? 0), failures: failures,
      damaged: damaged, problem: isOff || delay >= Store.patience ? .storeUnwritable : problem?.kind)
  }

  /// For how long the disk has not responded.
  private var delay: Duration { store?.delay ?? .zero }

  func close(within limit: Duration) {
    guard store?.close(within: limit) == false else { return }
    logger.warning("the store was not written to the end", metadata: ["path": "\(path)"])
  }
}

// MARK: Keeping

extension DiskStore {
  func keep(_ kept: KeptValue, of resource: ResourceID) throws(Problem) -> PendingWrite? {
    let key = StoreKey(resource)
    resources[key] = resource
    let value = StoredValue(kept, key: key)
    let content = Content(value)
    let isNew = held[key] != content
    if isNew {
      let entry = StoreQuota.Entry(charge: value.charge, fetchedAt: value.fetchedAt)
      guard quota.accept(entry, of: key) else { throw .outOfSpace(value.body.count, in: quota) }
      held[key] = content
    } else {
      quota.confirm(key, at: value.fetchedAt)
    }
    store?.write(value, isNew: isNew)
    let delay = delay
    // The write is made once the disk responds.
    if delay >= Store.longestPatience { throw .slow(path: path) }
    guard problem != nil || delay >= Store.patience else { return nil }
    waiting[key]?.cancel()
    let write = PendingWrite(slowness: .slow(path: path))
    waiting[key] = write
    return write
  }

  func remove(_ resource: ResourceID) {
    let key = StoreKey(resource)
    // A value that was restored may be counted later.
    guard quota.values[key] != nil || held[key] != nil else { return }
    held[key] = nil
    quota.forget(key)
    quota.forgetRefusal(of: key)
    var dropped = StoreQuota.Dropped()
    dropped.values = [key]
    store?.drop(dropped, isDiskFull: false)
  }

  func free(for resource: ResourceID) throws(Problem) -> String? {
    guard let dropped = quota.free(for: StoreKey(resource)) else { throw .hopelesslyLarge(quota) }
    for key in dropped.values { held[key] = nil }
    let isDiskFull = problem?.kind == .diskFull
    if dropped.count > 0 || isDiskFull { store?.drop(dropped, isDiskFull: isDiskFull) }
    return dropped.inWords
  }

  func raiseQuota() -> String? {
    quota.raise()
    return "The store may take up \(quota.limit.inWords) until statusd ends."
  }
}

// MARK: History

extension DiskStore {
  var keepsHistory: Bool { store?.takesQuestions ?? false }

  func record(_ sample: FetchSample, of resource: ResourceID) {
    store?.add(StoredFetch(sample, key: StoreKey(resource)), dropping: quota.addFetch())
  }

  func readHistory(
    of resource: ResourceID, since date: Timestamp?, limit: Int, _ completion: @escaping HistoryCompletion
  ) {
    let since = date?.millisecondsSince1970 ?? .min
    guard let number = store?.readHistory(of: StoreKey(resource), since: since, limit: limit) else { return }
    let limit = timers.schedule(after: Store.patience) { [weak self] in
      guard let self else { return }
      answer(number, .failure(.slow(path: path)))
    }
    questions[number] = Question(limit: limit, completion: completion)
  }

  private func answer(_ number: Int, _ outcome: Result<[FetchSample]?, Problem>) {
    guard let question = questions.removeValue(forKey: number) else { return }
    question.limit.cancel()
    question.completion(outcome)
  }
}

// MARK: Reports

extension DiskStore {
  private func received(_ report: StoreReport) {
    switch report {
    case .restored(let value): restored(value)
    case .contents(let values, let historyCount): quota.begin(values: values, historyCount: historyCount)
    case .wrote(let keys):
      problem = nil
      for key in keys { waiting.removeValue(forKey: key)?.end(with: nil) }
    case .failed(let keys, let fetches, let fault):
      quota.forgetFetches(fetches)
      historyLost += fetches
      failed(keys, Problem(fault, path: path))
    case .valueDamaged(let key):
      quota.forget(key)
      damaged += 1
      warn(.storeCorrupt, "a stored value is damaged and was put aside")
    case .fileDamaged(let aside):
      begunAnew()
      damaged += 1
      warn(.storeCorrupt, "the store is damaged and was put aside as \(aside)")
    case .fileReplaced:
      begunAnew()
      warn(.storeUnwritable, "the file of the store was removed or replaced, and is opened anew")
    case .emptied:
      begunAnew()
      warn(.diskFull, "the store was emptied, because the disk had no room to drop old entries from it")
    case .newer(let format):
      isOff = true
      warn(
        .storeUnwritable, "a later version of statusd has made the store (format \(format)), nothing is kept")
    case .history(let number, let fetches):
      answer(number, .success(fetches?.compactMap { FetchSample($0) }))
    }
  }

  /// Nothing of what was kept is in the file any more; the next fetches fill it again.
  private func begunAnew() {
    quota.clear()
    held = [:]
  }

  private func restored(_ value: StoredValue) {
    guard let resource = resources[value.key], held[value.key] == nil else { return }
    held[value.key] = Content(value)
    onEvent?(.restored(resource, RestoredValue(value)))
  }

  private func failed(_ keys: [StoreKey], _ problem: Problem) {
    failures += 1
    // The first of equal failures in a row says it all.
    if self.problem?.kind != problem.kind { warn(problem.kind, "the store cannot be used") }
    self.problem = problem
    for key in keys {
      held[key] = nil
      quota.forget(key)
      if let write = waiting.removeValue(forKey: key) {
        write.end(with: problem)
      } else if let resource = resources[key] {
        onEvent?(.failed(resource, problem))
      }
    }
  }

  private func warn(_ kind: FailureKind, _ message: String) {
    logger.warning("\(message)", metadata: ["path": "\(path)", "kind": "\(kind.rawValue)"])
  }
}

extension StoreQuota.Dropped {
  /// Entries are values; fetches of the history are none.
  fileprivate var inWords: String {
    let entries = values.isEmpty ? nil : Self.words(values.count, "old entry", "old entries")
    let fetches = history == 0 ? nil : Self.words(history, "fetch of the history", "fetches of the history")
    let parts = [entries, fetches].compactMap(\.self)
    guard !parts.isEmpty else { return "There was no old entry to remove." }
    return "\(parts.joined(separator: " and ")) \(count == 1 ? "was" : "were") removed."
  }

  private static func words(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
