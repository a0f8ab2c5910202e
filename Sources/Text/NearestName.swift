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
    for index in folded.indices where search.mayBeNear(length: folded[index].length) {
      search.consider(folded[index])
    }
    return search.nearest
  }
}

/// A name with what a search compares first.
private struct FoldedName {
  let name: String
  /// The number of its bytes.
  let length: Int
  /// A bit for each byte that occurs, ASCII letters in lower case; several bytes share one.
  let letters: UInt64

  init(_ name: String) {
    self.init(name, letters: Self.letters(of: name))
  }

  init(_ name: String, letters: UInt64) {
    (self.name, length, self.letters) = (name, name.utf8.count, letters)
  }

  static func letters(of name: String) -> UInt64 {
    let utf8 = name.utf8Span.span
    var letters: UInt64 = 0
    for index in utf8.indices { letters |= 1 &<< UInt64(utf8[index].inLowerCase) }
    return letters
  }
}

extension UInt8 {
  /// The byte, an ASCII letter in lower case.
  fileprivate var inLowerCase: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }

  /// Whether it is the same without regard to case.
  fileprivate func isLike(_ other: UInt8) -> Bool { self == other || inLowerCase == other.inLowerCase }
}

/// The nearest of the names that were considered: by the number of edits, then by the alphabet.
///
/// An edit is an insertion, a deletion, a substitution or a swap of neighbours, without regard to the case of ASCII
/// letters: the optimal string alignment distance, row by row. What cannot be near enough is given up as soon as that
/// shows. The distance is one of bytes: a letter beyond ASCII counts for the bytes that it has.
package struct NearestSearch: ~Copyable {
  private let wanted: FoldedName
  private let allowed: Int
  /// nil when none is near.
  package private(set) var nearest: String?
  /// That of the nearest.
  private var leastDistance = 0
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
    allowed = min(3, max(1, wanted.length / 3))
  }

  package mutating func consider(_ name: String) {
    guard mayBeNear(length: name.utf8.count) else { return }
    let letters = FoldedName.letters(of: name)
    if shares(letters) { consider(FoldedName(name, letters: letters)) }
  }

  /// Each byte more or less is an edit by itself.
  fileprivate func mayBeNear(length: Int) -> Bool {
    abs(length - wanted.length) <= allowed
  }

  fileprivate mutating func consider(_ other: FoldedName) {
    guard shares(other.letters), let distance = distance(to: other.name) else { return }
    if let nearest, (leastDistance, nearest) <= (distance, other.name) { return }
    (leastDistance, nearest) = (distance, other.name)
  }

  /// One edit adds or removes at most one letter that the other name does not have.
  private func shares(_ letters: UInt64) -> Bool {
    (wanted.letters & ~letters).nonzeroBitCount <= allowed
      && (letters & ~wanted.letters).nonzeroBitCount <= allowed
  }

  /// nil for more than ``allowed``.
  ///
  /// Where both begin or end alike no edit is needed: of a slip, a few bytes are left.
  private mutating func distance(to other: String) -> Int? {
    // A copy, because the rows are changed while its bytes are read.
    let name = wanted.name
    let (wanted, other) = (name.utf8Span.span, other.utf8Span.span)
    let shorter = min(wanted.count, other.count)
    var start = 0
    while start < shorter, wanted[start].isLike(other[start]) { start += 1 }
    var (end, otherEnd) = (wanted.count, other.count)
    while min(end, otherEnd) > start, wanted[end - 1].isLike(other[otherEnd - 1]) {
      (end, otherEnd) = (end - 1, otherEnd - 1)
    }
    let most = max(end, otherEnd) - start
    // One byte is changed, or some stand in one of them alone.
    if most <= 1 || min(end, otherEnd) == start { return most <= allowed ? most : nil }
    return distance(wanted.extracting(start..<end), other.extracting(start..<otherEnd))
  }

  private mutating func distance(_ wanted: Span<UInt8>, _ other: Span<UInt8>) -> Int? {
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
    _ row: Int, _ column: Int, _ wanted: Span<UInt8>, _ other: Span<UInt8>, before: Int, above: Int,
    current: Int
  ) -> Int {
    let cost = wanted[row].isLike(other[column]) ? 0 : 1
    let best = min(rows[above + column + 1] + 1, rows[current + column] + 1, rows[above + column] + cost)
    guard row > 0, column > 0, wanted[row].isLike(other[column - 1]), wanted[row - 1].isLike(other[column])
    else {
      return best
    }
    return min(best, rows[before + column - 1] + 1)
  }
}
