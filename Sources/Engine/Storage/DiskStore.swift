import Logging
import Providers
import Reactor
import StatusCore
import Store

/// The store on disk, in the terms of the engine: `Store` counts what fits and has its thread read and write.
///
/// A fetch ends as the write of its value does, where that is awaited (``Store/Acceptance``).
@LoopActor
final class DiskStore: ValueStore {
  var onEvent: (@LoopActor (StoreEvent) -> Void)?
  let path: String
  private let store: Store
  private let logger: Logger
  private let timers: TimerQueue
  /// What was warned of last; nil once a write has succeeded.
  private var warned: FailureKind?
  private var resources: [StoreKey: ResourceID] = [:]
  private var waiting: [StoreKey: PendingWrite] = [:]
  private var questions: [Int: Question] = [:]

  /// A question for the history, which is not waited for for longer than ``Store/patience``.
  private struct Question {
    let limit: Timer
    let completion: HistoryCompletion
  }

  /// - Parameters:
  ///   - path: The folder.
  ///   - timers: Whose time says how long the disk takes.
  init(_ path: String, quota: Int, on loop: EventLoop, timers: TimerQueue, logger: Logger) {
    self.path = path
    self.logger = logger
    self.timers = timers
    store = Store(path, quota: quota, on: loop, timers: timers)
    store.begin { [weak self] in self?.received($0) }
  }

  func restore(_ resource: ResourceID, from identity: SourceIdentity) {
    store.restore(key(of: resource), source: identity.bytes)
  }

  func forget(_ resource: ResourceID) {
    let key = StoreKey(resource)
    resources[key] = nil
    store.forget(key)
  }

  func finishRestoring(within limit: Duration) { store.finishRestoring(within: limit) }

  var statistics: StoreStatistics? {
    StoreStatistics(
      path: path, bytes: store.quota.bytes, quota: store.quota.limit, values: store.quota.values.count,
      history: store.quota.historyCount, historyLost: store.lostFetches, failures: store.failures,
      damaged: store.damaged,
      problem: store.isOff || store.isSlow
        ? .storeUnwritable : store.fault.map { Problem($0, path: path).kind })
  }

  func close(within limit: Duration) {
    guard !store.close(within: limit) else { return }
    logger.warning("the store was not written to the end", metadata: ["path": "\(path)"])
  }

  /// The key of a resource of which the store may report something.
  private func key(of resource: ResourceID) -> StoreKey {
    let key = StoreKey(resource)
    resources[key] = resource
    return key
  }
}

// MARK: Keeping

extension DiskStore {
  func keep(_ kept: KeptValue, of resource: ResourceID) throws(Problem) -> PendingWrite? {
    let value = StoredValue(kept, key: key(of: resource))
    switch store.keep(value) {
    case .accepted: return nil
    case .full: throw .outOfSpace(value.body.count, in: store.quota)
    case .hanging: throw .slow(path: path)
    case .awaited:
      let write = PendingWrite(slowness: .slow(path: path))
      waiting.updateValue(write, forKey: value.key)?.cancel()
      return write
    }
  }

  func remove(_ resource: ResourceID) { store.remove(StoreKey(resource)) }

  func free(for resource: ResourceID) throws(Problem) -> String? {
    guard let dropped = store.free(for: StoreKey(resource)) else { throw .hopelesslyLarge(store.quota) }
    return dropped.inWords
  }

  func raiseQuota() -> String? {
    store.raiseQuota()
    return "The store may take up \(store.quota.limit.inWords) until statusd ends."
  }
}

// MARK: History

extension DiskStore {
  var keepsHistory: Bool { store.takesQuestions }

  func record(_ sample: FetchSample, of resource: ResourceID) {
    store.add(StoredFetch(sample, key: StoreKey(resource)))
  }

  func readHistory(
    of resource: ResourceID, since date: Timestamp?, limit: Int, _ completion: @escaping HistoryCompletion
  ) {
    let since = date?.millisecondsSince1970 ?? .min
    let number = store.readHistory(of: StoreKey(resource), since: since, limit: limit)
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
    case .restored(let value):
      if let resource = resources[value.key] { onEvent?(.restored(resource, RestoredValue(value))) }
    case .contents: break
    case .wrote(let keys):
      warned = nil
      for key in keys { waiting.removeValue(forKey: key)?.end(with: nil) }
    case .failed(let keys, _, let fault): failed(keys, Problem(fault, path: path))
    case .valueDamaged: warn(.storeCorrupt, "a stored value is damaged and was put aside")
    case .fileDamaged(let aside):
      warn(.storeCorrupt, "the store is damaged and was put aside as \(aside)")
    case .fileReplaced:
      warn(.storeUnwritable, "the file of the store was removed or replaced, and is opened anew")
    case .emptied:
      warn(.diskFull, "the store was emptied, because the disk had no room to drop old entries from it")
    case .newer(let format):
      warn(
        .storeUnwritable, "a later version of statusd has made the store (format \(format)), nothing is kept")
    case .history(let number, let fetches):
      answer(number, .success(fetches?.compactMap { FetchSample($0) }))
    }
  }

  private func failed(_ keys: [StoreKey], _ problem: Problem) {
    // The first of equal failures in a row says it all.
    if warned != problem.kind { warn(problem.kind, "the store cannot be used") }
    warned = problem.kind
    for key in keys {
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
