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
/// letters: the optimal string alignment distance. What cannot be near enough, or nearer than another, is given up as
/// soon as that shows. The distance is one of bytes: a letter beyond ASCII counts for the bytes that it has.
package struct NearestSearch: ~Copyable {
  private let wanted: FoldedName
  /// The most edits that may be needed: those of the nearest so far.
  private var allowed: Int
  /// nil when none is near.
  package private(set) var nearest: String?

  /// The longest name for which one is looked for, in bytes: a word has a bit for each.
  ///
  /// A name of a client's may be a megabyte long; no known one is, and so none is near.
  private static let longest = UInt64.bitWidth

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
    if let nearest, distance == allowed, nearest <= other.name { return }
    (allowed, nearest) = (distance, other.name)
  }

  /// One edit adds or removes at most one letter that the other name does not have.
  private func shares(_ letters: UInt64) -> Bool {
    (wanted.letters & ~letters).nonzeroBitCount <= allowed
      && (letters & ~wanted.letters).nonzeroBitCount <= allowed
  }

  /// nil for more than ``allowed``.
  ///
  /// Where both begin or end alike no edit is needed: of a slip, a few bytes are left.
  private func distance(to other: String) -> Int? {
    let (wanted, other) = (wanted.name.utf8Span.span, other.utf8Span.span)
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

  /// Column by column of the table that has a row for each byte of `wanted`: a bit says whether the field of a row is
  /// one more or one less than its neighbour (Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau
  /// Edit Distances", Nordic Journal of Computing 10, 2003).
  private func distance(_ wanted: Span<UInt8>, _ other: Span<UInt8>) -> Int? {
    // Of the last column: where a field is one more or less than the one above it, where it is as the one above and to
    // the left, and which bytes of `wanted` are like that of the column.
    var (more, less, same, before) = (UInt64.max, UInt64(0), UInt64(0), UInt64(0))
    let lastRow = UInt64(1) &<< UInt64(wanted.count - 1)
    var edits = wanted.count
    for column in other.indices {
      let alike = Self.places(of: other[column], in: wanted)
      let swapped = ((~same & alike) &<< 1) & before
      same = (((alike & more) &+ more) ^ more) | alike | less | swapped
      // The same of the fields to the left.
      let (moreThanLeft, lessThanLeft) = (less | ~(same | more), same & more)
      if moreThanLeft & lastRow != 0 { edits += 1 } else if lessThanLeft & lastRow != 0 { edits -= 1 }
      let shifted = (moreThanLeft &<< 1) | 1
      (more, less) = ((lessThanLeft &<< 1) | ~(same | shifted), shifted & same)
      before = alike
      // Each column that is left can have one edit less.
      if edits - (other.count - 1 - column) > allowed { return nil }
    }
    return edits
  }

  /// A bit for each byte that is like `byte`, the first the lowest.
  private static func places(of byte: UInt8, in wanted: Span<UInt8>) -> UInt64 {
    var places: UInt64 = 0
    for index in wanted.indices where wanted[index].isLike(byte) { places |= 1 &<< UInt64(index) }
    return places
  }
}
