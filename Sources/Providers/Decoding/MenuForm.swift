import Jansson

/// The text of a menu, made of an array of items or of an object with `items`.
///
/// Clients get sections, sorted by category, descending; items keep the order of the source within each.
struct MenuForm: ValueForm {
  static let members: [StaticString] = ["items"]

  private var array: EntityArray
  /// The items one after the other.
  private var items: CanonicalText
  private var sort: EntitySort?
  private var arranged = CanonicalText(capacity: 0)
  /// How many items were arranged.
  private var count = 0

  /// - Throws: A fault if there is no array; one bad item fails the whole menu.
  init(_ text: Span<UInt8>, at start: Int, found: [Int?]) throws(ShapeFault) {
    items = CanonicalText(capacity: text.count)
    switch text[start] {
    case UInt8(ascii: "["):
      array = try EntityArray(text, at: start, "", of: .menuItem)
    case UInt8(ascii: "{"):
      let place = try text.required(found[0], Self.members[0])
      array = try EntityArray(text, at: place, "/items", of: .menuItem)
    default:
      throw text.unexpected(at: start, expected: "an array of items or an object with items")
    }
  }

  mutating func read(_ text: Span<UInt8>, count: Int) throws(ShapeFault) -> Bool {
    guard try array.read(text, count: count, into: &items) else { return false }
    sort = EntitySort(array.takeEntries(), isDescending: true)
    return true
  }

  mutating func arrange(count: Int) -> [UInt8]? {
    let text = items.bytes
    guard let sorted = sort, sorted.isSorted else {
      sort?.sort(in: text.span, count: count)
      return nil
    }
    if arranged.count == 0 {
      arranged = CanonicalText(capacity: text.count + text.count / 8)
      arranged.append(#"{"sections":["#)
    }
    let entries = sorted.entries
    for _ in self.count..<min(self.count + count, entries.count) { add(entries, of: text.span) }
    guard self.count == entries.count else { return nil }
    arranged.append(entries.isEmpty ? "]}" : "]}]}")
    return arranged.takeBytes()
  }

  /// Adds the next item to its section, which it may begin.
  private mutating func add(_ entries: [EntityArray.Entry], of text: Span<UInt8>) {
    let entry = entries[count]
    if count > 0, text.isKey(entry.key, equalTo: entries[count - 1].key) {
      arranged.append(",")
    } else {
      arranged.append(count == 0 ? #"{"category":"# : #"]},{"category":"#)
      arranged.copy(text, entry.key.lowerBound - 1..<entry.key.upperBound + 1)
      arranged.append(#","items":["#)
    }
    arranged.copy(text, entry.range)
    count += 1
  }
}
