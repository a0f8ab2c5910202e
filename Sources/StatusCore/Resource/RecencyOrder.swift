/// Slots in the order of their last use, from the oldest to the newest.
///
/// Every operation but the search takes the same time, however many slots there are. Slots are small numbers, and one
/// that was released is the next to be taken, so they serve as indices.
package struct RecencyOrder: Sendable {
  /// The neighbours of a slot.
  private struct Link {
    var older: Int?
    var newer: Int?
  }

  private var links: [Link] = []
  private var released: [Int] = []
  private var oldest: Int?
  private var newest: Int?

  package init() {}

  /// The number of slots that are taken.
  package var count: Int { links.count - released.count }

  /// Takes a free slot, which is then the newest.
  package mutating func take() -> Int {
    let slot = released.popLast() ?? links.count
    if slot == links.count { links.append(Link()) }
    append(slot)
    return slot
  }

  /// A slot is used: it is then the newest.
  package mutating func use(_ slot: Int) {
    guard slot != newest else { return }
    unlink(slot)
    append(slot)
  }

  /// Gives a slot back.
  package mutating func release(_ slot: Int) {
    unlink(slot)
    released.append(slot)
  }

  /// The slot that was not used for the longest time, of those that satisfy a condition.
  package func oldest(where condition: (Int) -> Bool) -> Int? {
    var next = oldest
    while let slot = next {
      if condition(slot) { return slot }
      next = links[slot].newer
    }
    return nil
  }

  private mutating func append(_ slot: Int) {
    links[slot] = Link(older: newest, newer: nil)
    if let newest { links[newest].newer = slot } else { oldest = slot }
    newest = slot
  }

  private mutating func unlink(_ slot: Int) {
    let link = links[slot]
    if let older = link.older { links[older].newer = link.newer } else { oldest = link.newer }
    if let newer = link.newer { links[newer].older = link.older } else { newest = link.older }
  }
}
