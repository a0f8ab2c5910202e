import Jansson

/// Groups items by their categories, part by part: the sections are sorted, and the items within each keep their order.
///
/// Items are counted into their sections, found by digest, and then put in their places. So the cost is linear in the
/// items, and only the categories are sorted.
struct MenuSections {
  private struct Section {
    /// An item of the category.
    let entry: EntityArray.Entry
    var count = 0
    /// Where its next item goes.
    var next = 0
  }

  /// The indices of the items in the order of the menu, once ``isComplete`` is true.
  private(set) var order: [Int] = []
  /// Where in ``order`` each section begins.
  private(set) var starts: [Int] = []
  var isComplete: Bool { phase == .complete }

  private enum Phase { case counting, sorting, placing, complete }
  private var phase = Phase.counting
  private var sections: [Section] = []
  private var byDigest: [UInt64: Int] = [:]
  /// The section of each item.
  private var numbers: [Int] = []
  private var sort = EntitySort([])
  private var placed = 0

  /// Goes on for about `count` items.
  ///
  /// - Parameter text: Where the entries are.
  mutating func group(_ entries: [EntityArray.Entry], in text: Span<UInt8>, count: Int) {
    switch phase {
    case .counting: self.count(entries, in: text, count: count)
    case .sorting:
      sort.sort(in: text, count: count)
      if sort.isSorted { giveRoom(in: text) }
    case .placing: place(count: count)
    case .complete: break
    }
  }

  private mutating func count(_ entries: [EntityArray.Entry], in text: Span<UInt8>, count: Int) {
    for entry in entries[numbers.count..<min(numbers.count + count, entries.count)] {
      let number = number(of: entry, in: text)
      sections[number].count += 1
      numbers.append(number)
    }
    guard numbers.count == entries.count else { return }
    sort = EntitySort(sections.map(\.entry), isDescending: true)
    phase = .sorting
  }

  private mutating func number(of entry: EntityArray.Entry, in text: Span<UInt8>) -> Int {
    var digest = TextDigest()
    digest.add(text.extracting(entry.key))
    let known = byDigest[digest.value]
    if let known, text.isKey(entry.key, equalTo: sections[known].entry.key) { return known }
    // Two categories have one digest by chance alone, so rarely that the second one may be looked for.
    if known != nil, let other = sections.firstIndex(where: { text.isKey(entry.key, equalTo: $0.entry.key) })
    {
      return other
    }
    sections.append(Section(entry: entry))
    byDigest[digest.value] = sections.count - 1
    return sections.count - 1
  }

  /// Gives each section its part of the order.
  private mutating func giveRoom(in text: Span<UInt8>) {
    var start = 0
    for entry in sort.entries {
      let number = number(of: entry, in: text)
      starts.append(start)
      sections[number].next = start
      start += sections[number].count
    }
    order = [Int](repeating: 0, count: numbers.count)
    phase = .placing
  }

  private mutating func place(count: Int) {
    let end = min(placed + count, numbers.count)
    for index in placed..<end {
      let number = numbers[index]
      order[sections[number].next] = index
      sections[number].next += 1
    }
    placed = end
    if placed == numbers.count { phase = .complete }
  }
}
