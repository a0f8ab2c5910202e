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

  private enum Phase { case counting, sorting, givingRoom, placing, complete }
  private var phase = Phase.counting
  private var sections: [Section] = []
  private var byDigest: [UInt64: Int] = [:]
  /// The section that began with an item, by where that begins.
  private var byStart: [UInt32: Int] = [:]
  /// The section of each item.
  private var numbers: [Int] = []
  private var sort = EntitySort([])
  /// How many sections have their part of the order, and how many items are in theirs.
  private var given = 0
  private var room = 0
  private var placed = 0

  /// Goes on for about `count` items.
  ///
  /// - Parameters:
  ///   - text: Where the entries are.
  ///   - count: Afterwards less than 0 if long categories took more.
  mutating func group(_ entries: [EntityArray.Entry], in text: Span<UInt8>, count: inout Int) {
    switch phase {
    case .counting: self.count(entries, in: text, count: &count)
    case .sorting:
      sort.sort(in: text, count: &count)
      guard sort.isSorted else { return }
      phase = .givingRoom
      giveRoom(count: max(1, count))
    case .givingRoom: giveRoom(count: count)
    case .placing: place(count: count)
    case .complete: break
    }
  }

  private mutating func count(
    _ entries: [EntityArray.Entry], in text: Span<UInt8>, count: inout Int
  ) {
    while count > 0, numbers.count < entries.count {
      let entry = entries[numbers.count]
      // The digest of a long category takes its time.
      count -= 1 + entry.key.count >> 7
      let number = number(of: entry, in: text)
      sections[number].count += 1
      numbers.append(number)
    }
    guard numbers.count == entries.count else { return }
    byDigest = [:]
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
    byStart[entry.start] = sections.count - 1
    return sections.count - 1
  }

  /// Gives sections their parts of the order.
  private mutating func giveRoom(count: Int) {
    let entries = sort.entries
    for entry in entries[given..<min(given + count, entries.count)] {
      // Each of them began a section.
      let number = byStart[entry.start] ?? 0
      starts.append(room)
      sections[number].next = room
      room += sections[number].count
      given += 1
    }
    guard given == entries.count else { return }
    (sort, byStart) = (EntitySort([]), [:])
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
