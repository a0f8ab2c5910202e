import Jansson

/// Sorts the elements of an array by their keys, part by part and stably: what has equal keys keeps its order.
///
/// It merges runs from the bottom up, beginning with those that are there, so an array that is in order costs one
/// comparison for each element.
struct EntitySort {
  typealias Entry = EntityArray.Entry

  private(set) var entries: [Entry]
  private let isDescending: Bool
  /// Whether comparing two of the keys may cost more than it usually does.
  private let hasLongKeys: Bool
  private static let usualKey: UInt32 = 128
  /// The ends of the runs in `entries`, and of those merged so far in this round.
  private var runs: [Int] = []
  private var merged: [Int] = []
  private var target: [Entry] = []
  /// The run that is being looked for or merged.
  private var run = 0
  private var left = 0
  private var right = 0

  init(_ entries: [Entry], isDescending: Bool = false) {
    self.entries = entries
    self.isDescending = isDescending
    hasLongKeys = entries.contains { $0.keyEnd - $0.keyStart >= Self.usualKey }
  }

  private enum Phase { case finding, merging, sorted }
  private var phase = Phase.finding

  var isSorted: Bool { phase == .sorted }
  /// Whether the order is another than at first.
  private(set) var hasMoved = false
  /// Where the first element begins whose key is that of an element before it; nil for none, once all is sorted.
  private(set) var firstRepeated: UInt32?

  /// Goes on for about `count` comparisons.
  ///
  /// - Parameters:
  ///   - text: Where the keys stand.
  ///   - count: Afterwards what is left of it; less than 0 if long keys took more.
  mutating func sort(in text: Span<UInt8>, count: inout Int) {
    while count > 0, phase != .sorted {
      switch phase {
      case .finding: find(in: text, &count)
      case .merging: merge(in: text, &count)
      case .sorted: break
      }
    }
  }

  /// Whether `later`, which stands behind `earlier` in the source, has to come before it.
  ///
  /// Each two elements with equal keys are compared once: where they are neighbours, or as the heads of two runs.
  ///
  /// By their indices: passing the elements on to a mutating function would copy the array's reference each time.
  private mutating func precedes(_ later: Int, _ earlier: Int, in text: Span<UInt8>) -> Bool {
    let order = text.order(ofKey: entries[later].key, and: entries[earlier].key)
    if order == 0 { noteRepeated(entries[later].start) }
    return isDescending ? order > 0 : order < 0
  }

  /// What it costs at most to compare an element: 1 for a key as it usually is.
  private func cost(_ number: Int) -> Int { 1 + entries[number].key.count / Int(Self.usualKey) }

  private mutating func noteRepeated(_ start: UInt32) {
    firstRepeated = min(firstRepeated ?? start, start)
  }

  /// Finds the runs that are there.
  private mutating func find(in text: Span<UInt8>, _ count: inout Int) {
    while count > 0 {
      run += 1
      guard run < entries.count else {
        runs.append(entries.count)
        return begin()
      }
      if precedes(run, run - 1, in: text) { runs.append(run) }
      count -= hasLongKeys ? cost(run) : 1
    }
  }

  /// Begins a round, in which each two runs become one.
  private mutating func begin() {
    phase = runs.count > 1 ? .merging : .sorted
    (merged, target) = ([], [])
    guard phase == .merging else { return }
    hasMoved = true
    target.reserveCapacity(entries.count)
    beginPair(0)
  }

  private mutating func beginPair(_ number: Int) {
    run = number
    left = number == 0 ? 0 : runs[number - 1]
    right = number < runs.count ? runs[number] : left
  }

  private mutating func merge(in text: Span<UInt8>, _ count: inout Int) {
    let leftEnd = runs[run]
    let rightEnd = run + 1 < runs.count ? runs[run + 1] : leftEnd
    while count > 0 {
      count -= hasLongKeys && right < rightEnd ? cost(right) : 1
      if left < leftEnd, right == rightEnd || !precedes(right, left, in: text) {
        target.append(entries[left])
        left += 1
      } else if right < rightEnd {
        target.append(entries[right])
        right += 1
      } else {
        merged.append(rightEnd)
        return endPair()
      }
    }
  }

  private mutating func endPair() {
    guard run + 2 < runs.count else {
      (entries, runs) = (target, merged)
      return begin()
    }
    beginPair(run + 2)
  }
}
