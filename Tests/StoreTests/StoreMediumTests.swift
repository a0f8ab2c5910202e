import Testing

@testable import Store

/// A store needs no file: what the thread does with a medium of another kind.
struct StoreMediumTests {
  private let medium = MemoryMedium()
  private let key = StoreKey([1])
  private let value = StoredValue(key: StoreKey([1]), source: [2], body: [3], fetchedAt: 4)

  private var write: StoreQueue.Batch {
    var batch = StoreQueue.Batch()
    batch.values[key] = (value, isNew: true)
    return batch
  }

  private func reports(_ batches: StoreQueue.Batch...) -> [StoreReport] {
    var reports: [StoreReport] = []
    let worker = StoreWorker(medium) { reports.append($0) }
    for batch in batches { worker.perform(batch) }
    return reports
  }

  @Test func `what was written is read, and counted`() {
    var read = StoreQueue.Batch()
    read.reads = [.value(key, source: [2]), .value(key, source: [9])]
    read.countsContents = true
    let reports = reports(write, read)
    let restored = reports.compactMap { if case .restored(let value) = $0 { value } else { nil } }
    let counted = reports.compactMap { if case .contents(let values, _) = $0 { values.count } else { nil } }
    #expect(restored == [value] && counted == [1])
  }

  @Test func `what is damaged is put aside, and the batch is done with what takes its place`() {
    let damaged = medium.contents
    damaged.faults = [.damaged]
    let reports = reports(write)
    #expect(medium.aside.map { $0 === damaged } == [true] && medium.contents.values == [key: value])
    let names = reports.compactMap { if case .fileDamaged(let name) = $0 { name } else { nil } }
    #expect(names == ["aside 1"])
  }

  @Test(arguments: [true, false])
  func `where there is no room everything goes, if the disk needs the room`(mustShrink: Bool) {
    medium.contents.write(StoredValue(key: StoreKey([5]), source: [2], body: [3], fetchedAt: 4))
    medium.contents.faults = [.noRoom]
    var batch = write
    (batch.shrinks, batch.mustShrink) = (true, mustShrink)
    let reports = reports(batch)
    let isEmptied = reports.contains { if case .emptied = $0 { true } else { false } }
    #expect(isEmptied == mustShrink)
    #expect(
      medium.contents.values.keys.sorted { $0.bytes[0] < $1.bytes[0] } == [mustShrink ? key : StoreKey([5])])
  }

  @Test func `one that another has taken the place of is opened anew, and counted`() {
    var reports: [StoreReport] = []
    let worker = StoreWorker(medium) { reports.append($0) }
    worker.perform(write)
    medium.contents.isInPlace = false
    medium.remove()
    worker.perform(write)
    #expect(medium.contents.values == [key: value])
    let isReplaced = reports.contains { if case .fileReplaced = $0 { true } else { false } }
    let counted = reports.compactMap { if case .contents(let values, _) = $0 { values.count } else { nil } }
    #expect(isReplaced && counted == [0])
  }
}
