import Foundation
import Logging
import Providers
import Reactor
import StatusCore
import Store
import TestSupport
import Testing

@testable import Engine

/// The store on disk as the engine has it: what counts against the quota, and what is taken as kept.
@Suite struct DiskStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    EventLoopThread.start()
    folder = try TemporaryFolder()
  }

  private static let quota = 65_536
  private let names = ["a", "b"].map { ResourceID(ResourceName(rawValue: $0)) }
  private var file: String { folder.path("store/statusd.sqlite") }

  /// The time of the store's disk stands still, however slow the computer is.
  @LoopActor private func open(_ timers: TimerQueue? = nil) -> DiskStore {
    DiskStore(
      folder.path("store"), quota: Self.quota, on: LoopActor.shared.loop,
      timers: timers ?? TimerQueue(source: ManualTime()),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Has a value of so many bytes kept, and waits until the disk has it or has refused it.
  @LoopActor private func keep(_ bytes: Int, _ number: Int = 0, in store: DiskStore) async throws {
    _ = try store.keep(value(bytes), of: names[number])
    await settle(store)
  }

  /// Why a value of so many bytes is not kept.
  @LoopActor private func refusal(_ bytes: Int, _ number: Int = 0, in store: DiskStore) -> Problem? {
    do throws(Problem) {
      _ = try store.keep(value(bytes), of: names[number])
      return nil
    } catch {
      return error
    }
  }

  private func value(_ bytes: Int) -> KeptValue {
    KeptValue(
      value: ResourceValue(normalised: [UInt8](repeating: 0x31, count: bytes)), validators: nil,
      identity: SourceIdentity(["test"]), fetchedAt: Timestamp(millisecondsSince1970: 1), isNew: true)
  }

  /// Waits until all that was asked for is done: what is read comes last.
  @LoopActor private func settle(_ store: DiskStore) async {
    var isAnswered = false
    store.readHistory(of: names[0], since: nil, limit: 1) { _ in isAnswered = true }
    await LoopActor.shared.loop.turns { isAnswered }
  }

  /// What one value of so many bytes counts.
  private func charge(_ bytes: Int) -> Int { 256 + 1 + bytes }

  @LoopActor private func counted(_ store: DiskStore) -> [Int?] {
    [store.statistics?.values, store.statistics?.bytes]
  }

  @LoopActor @Test func `a value that the disk refused is counted once it is written`() async throws {
    let store = open()
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    try await keep(1_000, in: store)
    #expect(counted(store) == [0, 0] && store.statistics?.problem == .storeUnwritable)
    try FileManager.default.removeItem(atPath: file)
    try await keep(1_000, in: store)
    #expect(counted(store) == [1, charge(1_000)] && store.statistics?.problem == nil)
    store.close(within: .seconds(600))
  }

  @LoopActor @Test func `after a damaged file was put aside the next fetch is counted`() async throws {
    let first = open()
    try await keep(1_000, in: first)
    first.close(within: .seconds(600))
    try Data(repeating: 0x5A, count: 20_000).write(to: URL(filePath: file))
    let store = open()
    try await keep(1_000, in: store)
    #expect(store.statistics?.damaged == 1)
    try await keep(1_000, in: store)
    #expect(counted(store) == [1, charge(1_000)])
    store.close(within: .seconds(600))
  }

  @LoopActor @Test func `a value that was dropped is counted when it comes again`() async throws {
    let store = open()
    try await keep(40_000, in: store)
    #expect(refusal(30_000, 1, in: store)?.kind == .outOfSpace)
    _ = try store.free(for: names[1])
    try await keep(30_000, 1, in: store)
    #expect(counted(store) == [1, charge(30_000)])
    #expect(refusal(40_000, in: store)?.kind == .outOfSpace)
    #expect(counted(store) == [1, charge(30_000)])
    store.close(within: .seconds(600))
  }

  @LoopActor @Test func `where nothing is counted and the disk has room, nothing is done`() async throws {
    let store = open()
    #expect(try store.free(for: names[0]) == "There was no old entry to remove.")
    store.close(within: .seconds(600))
    // The store's thread makes the file as soon as it has something to do.
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @LoopActor @Test
  func `where nothing is counted and the disk is full, what the file can spare is given back`() async throws {
    let store = open()
    try await keep(1_000, in: store)
    try OpenFile.replace(journal, by: "/dev/full", O_WRONLY)
    try await keep(2_000, in: store)
    #expect(counted(store) == [0, 0] && store.statistics?.problem == .diskFull)
    #expect(try journalBytes > 0)
    #expect(try store.free(for: names[0]) == "There was no old entry to remove.")
    await settle(store)
    #expect(try journalBytes == 0)
    store.close(within: .seconds(600))
  }

  private var journal: String { file + "-wal" }

  private var journalBytes: Int {
    get throws { try #require(FileManager.default.attributesOfItem(atPath: journal)[.size] as? Int) }
  }

  // MARK: What changes before the file is counted

  /// Keeps a value of the first resource and ends, as an earlier process.
  @LoopActor private func keepEarlier(_ bytes: Int) async throws {
    let store = open()
    try await keep(bytes, in: store)
    store.close(within: .seconds(600))
  }

  @LoopActor @Test func `a value that is dropped before the file is counted is not counted`() async throws {
    try await keepEarlier(40_000)
    let store = open()
    store.finishRestoring(within: .zero)
    // No report is taken before the drop: the loop does not turn.
    _ = try store.keep(value(40_000), of: names[0])
    #expect(refusal(30_000, 1, in: store)?.kind == .outOfSpace)
    _ = try store.free(for: names[1])
    await settle(store)
    #expect(counted(store) == [0, 0])
    store.close(within: .seconds(600))
  }

  @LoopActor @Test func `a restored value may go before the file is counted`() async throws {
    try await keepEarlier(1_000)
    let store = open()
    store.restore(names[0], from: SourceIdentity(["test"]))
    store.finishRestoring(within: .seconds(600))
    store.remove(names[0])
    await settle(store)
    #expect(counted(store) == [0, 0])
    store.close(within: .seconds(600))
  }

  // MARK: A disk that does not respond

  /// SQLite opens the journal of a database, and a pipe waits for its other end.
  @LoopActor private func hang() -> String {
    let journal = file + "-journal"
    #expect(mkfifo(journal, 0o600) == 0)
    return journal
  }

  @LoopActor @Test func `a disk that does not respond is waited for for two seconds`() async throws {
    let first = open()
    try await keep(1_000, in: first)
    first.close(within: .seconds(600))
    let journal = hang()
    let timers = TimerQueue(source: ManualTime())
    let store = open(timers)
    var answers: [Result<[FetchSample]?, Problem>] = []
    store.readHistory(of: names[0], since: nil, limit: 1) { answers.append($0) }
    timers.advance(by: .milliseconds(1_999))
    #expect(answers.isEmpty && store.statistics?.problem == nil)
    timers.advance(by: .milliseconds(1))
    #expect(store.statistics?.problem == .storeUnwritable)
    guard case .failure(let problem)? = answers.first, answers.count == 1 else {
      Issue.record("\(answers)")
      return
    }
    #expect(problem.kind == .storeUnwritable && problem.detail.reason == "slow")
    // A fetch waits for a slow disk, and no more for one that hangs.
    #expect(try store.keep(value(20), of: names[0]) != nil)
    timers.advance(by: .seconds(3))
    #expect(refusal(10, in: store)?.detail.reason == "slow")
    release(journal)
    await settle(store)
    // What the thread did at the pipe may have failed with it.
    try await keep(10, in: store)
    #expect(store.statistics?.problem == nil && counted(store) == [1, charge(10)] && answers.count == 1)
    store.close(within: .seconds(600))
  }

  /// Takes the pipe away and opens its other end, which ends the wait.
  private func release(_ journal: String) {
    let descriptor = Glibc.open(journal, O_RDWR | O_NONBLOCK)
    unlink(journal)
    close(descriptor)
  }
}
