import Testing

@testable import Store

struct StoreQueueTests {
  private let key = StoreKey([1])

  private func value(_ body: UInt8, of key: StoreKey = StoreKey([1])) -> StoredValue {
    StoredValue(key: key, source: [], body: [body], fetchedAt: Int64(body))
  }

  private func fetch(_ number: Int) -> StoredFetch {
    StoredFetch(
      key: key, endedAt: Int64(number), outcome: "ok", status: nil, attempts: 1, duration: 1, bytes: nil)
  }

  @Test func `of a value the newest waits`() {
    var queue = StoreQueue()
    queue.write(value(1), isNew: true)
    queue.write(value(2), isNew: false)
    let batch = queue.takeBatch()
    // The body of the first was not written yet.
    #expect(batch?.values[key]?.value == value(2) && batch?.values[key]?.isNew == true)
    #expect(queue.takeBatch() == nil)
  }

  @Test func `a value that is dropped is not written, and one that comes later is`() {
    var queue = StoreQueue()
    let other = StoreKey([2])
    queue.write(value(1), isNew: true)
    queue.write(value(1, of: other), isNew: true)
    queue.drop([key, other], history: 2)
    queue.write(value(2), isNew: true)
    let batch = queue.takeBatch()
    #expect(batch?.drops == [key, other] && batch?.historyDrop == 2)
    #expect(batch?.values.mapValues(\.value) == [key: value(2)])
  }

  @Test(arguments: [true, false])
  func `what is dropped before the loop has the contents is not among them`(isDroppedFirst: Bool) {
    var queue = StoreQueue()
    let other = StoreKey([2])
    let entry = StoreQuota.Entry(charge: 1, fetchedAt: 1)
    if isDroppedFirst { queue.drop([key], history: 0) }
    queue.report(.contents([key: entry, other: entry], historyCount: 4))
    if !isDroppedFirst { queue.drop([key], history: 0) }
    guard case .contents([other: entry], historyCount: 4)? = queue.reports.first else {
      Issue.record("\(queue.reports)")
      return
    }
  }

  @Test func `a slow disk loses history and no value`() {
    var queue = StoreQueue()
    for number in 0..<StoreQueue.mostFetches + 5 { queue.add(fetch(number), dropping: 0) }
    queue.write(value(1), isNew: true)
    #expect(queue.lostFetches == 5)
    let batch = queue.takeBatch()
    #expect(batch?.fetches.count == StoreQueue.mostFetches && batch?.values.count == 1)
  }

  @Test func `a slow disk is asked so many questions and no more`() {
    var queue = StoreQueue()
    queue.read(.value(key, source: []))
    for number in 1..<StoreQueue.mostQuestions { queue.read(.history(number, key, since: 0, limit: 1)) }
    #expect(queue.takesQuestions)
    queue.read(.history(0, key, since: 0, limit: 1))
    #expect(!queue.takesQuestions)
    _ = queue.takeBatch()
    #expect(queue.takesQuestions)
  }

  @Test func `a value that nobody wants any more is not looked for`() {
    var queue = StoreQueue()
    let other = StoreKey([2])
    for key in [key, other] { queue.read(.value(key, source: [])) }
    queue.forget(key)
    let sought = queue.takeBatch()?.reads.compactMap { read -> StoreKey? in
      if case .value(let key, source: _) = read { key } else { nil }
    }
    #expect(sought == [other])
  }

  @Test func `every question of a batch that fails is answered`() {
    var queue = StoreQueue()
    queue.write(value(1), isNew: true)
    queue.add(fetch(1), dropping: 0)
    for number in 1...2 { queue.read(.history(number, key, since: 0, limit: 1)) }
    let answers = queue.takeBatch()?.failures(.noRoom) ?? []
    guard case .failed([key], fetches: 1, .noRoom)? = answers.first else {
      Issue.record("\(answers)")
      return
    }
    let answered = answers.compactMap { report -> Int? in
      if case .history(let number, nil) = report { number } else { nil }
    }
    #expect(answered == [1, 2])
  }

  @Test func `the queue is idle once its batch is done`() {
    var queue = StoreQueue()
    #expect(queue.isIdle)
    queue.countContents()
    #expect(!queue.isIdle)
    _ = queue.takeBatch()
    #expect(!queue.isIdle)
    queue.batchEnded()
    #expect(queue.isIdle)
  }
}
