/// The newest fetches of a resource, as long as the process lives.
package struct FetchHistory: Hashable, Sendable {
  /// The most that are remembered.
  package static let capacity = 256
  /// Samples of a page.
  static let pageSize = 64

  /// A ring: once it is full, the oldest sample stands at `next`.
  ///
  /// It grows by pages, which stay where they are. An array that is copied to twice its size leaves holes in the heap:
  /// with a thousand resources they took half as much as the samples.
  private var pages: [[PackedSample]] = []
  private var next = 0

  package init() {}

  package mutating func add(_ sample: FetchSample) {
    let sample = PackedSample(sample)
    let (page, place) = (next / Self.pageSize, next % Self.pageSize)
    if page == pages.count { addPage() }
    if place == pages[page].count { pages[page].append(sample) } else { pages[page][place] = sample }
    next = (next + 1) % Self.capacity
  }

  private mutating func addPage() {
    if pages.isEmpty { pages.reserveCapacity(Self.capacity / Self.pageSize) }
    pages.append([])
    pages[pages.count - 1].reserveCapacity(Self.pageSize)
  }

  /// The newest fetches that ended at a date or later, newest first.
  package func newest(since date: Timestamp?, limit: Int) -> [FetchSample] {
    let count = pages.reduce(0) { $0 + $1.count }
    let samples = (0..<count).lazy.map { self[(next + Self.capacity - 1 - $0) % Self.capacity] }
    let sought = samples.filter { sample in date.map { sample.hasEnded(since: $0) } ?? true }
    return sought.prefix(limit).map(\.sample)
  }

  private subscript(index: Int) -> PackedSample { pages[index / Self.pageSize][index % Self.pageSize] }
}
