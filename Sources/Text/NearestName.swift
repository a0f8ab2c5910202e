extension String {
  /// The known name that was probably meant; nil when none is near.
  ///
  /// Near is at most a third of the name's letters apart, and never more than three edits.
  package func nearest(in names: some Sequence<String>) -> String? {
    guard var search = NearestSearch(for: self) else { return nil }
    for name in names { search.consider(name) }
    return search.nearest
  }
}

/// Names that are asked often which of them is the nearest to an unknown one.
package struct KnownNames: Sendable {
  private let folded: [FoldedName]

  package init(_ names: some Sequence<String>) {
    folded = names.map(FoldedName.init)
  }

  /// The same as ``Swift/String/nearest(in:)``.
  package func nearest(to name: String) -> String? {
    guard var search = NearestSearch(for: name) else { return nil }
    // By index, for no copy is made of a name that is too long or too short.
    for index in folded.indices where search.mayBeNear(length: folded[index].bytes.count) {
      search.consider(folded[index])
    }
    return search.nearest
  }
}

/// A name with what a search compares.
private struct FoldedName {
  let name: String
  /// The UTF-8 of the name, ASCII letters in lower case.
  let bytes: [UInt8]
  /// A bit for each byte that occurs; several bytes share one.
  let letters: UInt64

  init(_ name: String) {
    self.init(name, letters: Self.letters(of: name))
  }

  init(_ name: String, letters: UInt64) {
    self.name = name
    self.letters = letters
    let utf8 = name.utf8Span.span
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for index in utf8.indices { bytes.append(Self.folded(utf8[index])) }
    self.bytes = bytes
  }

  static func letters(of name: String) -> UInt64 {
    let utf8 = name.utf8Span.span
    var letters: UInt64 = 0
    for index in utf8.indices { letters |= 1 &<< UInt64(folded(utf8[index])) }
    return letters
  }

  private static func folded(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}

/// The nearest of the names that were considered: by the number of edits, then by the alphabet.
///
/// An edit is an insertion, a deletion, a substitution or a swap of neighbours, without regard to the case of ASCII
/// letters: the optimal string alignment distance, row by row. What cannot be near enough is given up as soon as that
/// shows. The distance is one of bytes: a letter beyond ASCII counts for the bytes that it has.
package struct NearestSearch: ~Copyable {
  private let wanted: FoldedName
  private let allowed: Int
  private var best: (distance: Int, name: String)?
  /// Three rows of the table, one behind the other: row `n` is in the place of row `n - 3`.
  private var rows: [Int] = []

  /// The longest name for which one is looked for, in bytes.
  ///
  /// A name of a client's may be a megabyte long; no known one is, and so none is near.
  private static let longest = 256

  /// - Returns: nil for a name that is too long to be near any.
  package init?(for name: String) {
    guard name.utf8.count <= Self.longest else { return nil }
    wanted = FoldedName(name)
    allowed = min(3, max(1, wanted.bytes.count / 3))
  }

  /// nil when none is near.
  package var nearest: String? { best?.name }

  package mutating func consider(_ name: String) {
    guard mayBeNear(length: name.utf8.count) else { return }
    let letters = FoldedName.letters(of: name)
    // Most names are given up here, before anything is allocated.
    if shares(letters) { consider(FoldedName(name, letters: letters)) }
  }

  /// Each byte more or less is an edit by itself.
  fileprivate func mayBeNear(length: Int) -> Bool {
    abs(length - wanted.bytes.count) <= allowed
  }

  fileprivate mutating func consider(_ other: FoldedName) {
    guard shares(other.letters), let distance = distance(to: other.bytes) else { return }
    if let best, (best.distance, best.name) <= (distance, other.name) { return }
    best = (distance, other.name)
  }

  /// One edit adds or removes at most one letter that the other name does not have.
  private func shares(_ letters: UInt64) -> Bool {
    (wanted.letters & ~letters).nonzeroBitCount <= allowed
      && (letters & ~wanted.letters).nonzeroBitCount <= allowed
  }

  /// nil for more than ``allowed``.
  ///
  /// Where both begin or end alike no edit is needed: of a slip, a few bytes are left.
  private mutating func distance(to other: [UInt8]) -> Int? {
    let shorter = min(wanted.bytes.count, other.count)
    var start = 0
    while start < shorter, wanted.bytes[start] == other[start] { start += 1 }
    var (end, otherEnd) = (wanted.bytes.count, other.count)
    while min(end, otherEnd) > start, wanted.bytes[end - 1] == other[otherEnd - 1] {
      (end, otherEnd) = (end - 1, otherEnd - 1)
    }
    let most = max(end, otherEnd) - start
    // One byte is changed, or some stand in one of them alone.
    if most <= 1 || min(end, otherEnd) == start { return most <= allowed ? most : nil }
    return distance(wanted.bytes[start..<end], other[start..<otherEnd])
  }

  private mutating func distance(_ wanted: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int? {
    let width = other.count + 1
    if rows.count < 3 * width { rows = Array(repeating: 0, count: 3 * width) }
    for column in 0..<width { rows[column] = column }
    var (before, above, current) = (2 * width, 0, width)
    for row in 0..<wanted.count {
      rows[current] = row + 1
      var smallest = row + 1
      for column in 0..<other.count {
        let edits = edits(row, column, wanted, other, before: before, above: above, current: current)
        rows[current + column + 1] = edits
        smallest = min(smallest, edits)
      }
      // No later row is smaller than the smaller of two that follow each other.
      if smallest > allowed + 1 { return nil }
      (before, above, current) = (above, current, before)
    }
    let distance = rows[above + other.count]
    return distance <= allowed ? distance : nil
  }

  /// One field of the table; `before`, `above` and `current` are where the rows begin.
  private func edits(
    _ row: Int, _ column: Int, _ wanted: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, before: Int,
    above: Int, current: Int
  ) -> Int {
    let (mine, its) = (wanted.startIndex + row, other.startIndex + column)
    let cost = wanted[mine] == other[its] ? 0 : 1
    let best = min(rows[above + column + 1] + 1, rows[current + column] + 1, rows[above + column] + cost)
    guard row > 0, column > 0, wanted[mine] == other[its - 1], wanted[mine - 1] == other[its] else {
      return best
    }
    return min(best, rows[before + column - 1] + 1)
  }
}
