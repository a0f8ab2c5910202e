extension String {
  /// The known name that was probably meant; nil when none is near.
  ///
  /// Near is at most a third of the name's letters apart, and never more than three edits.
  package func nearest(in names: some Sequence<String>) -> String? {
    // A name of a client's may be a megabyte long; no known one is, and so none is near.
    guard utf8.count <= 256 else { return nil }
    var search = NearestSearch(for: self, within: min(3, max(1, count / 3)))
    for name in names { search.consider(name) }
    return search.nearest
  }
}

/// The nearest of the names that were considered: by the number of edits, then by the alphabet.
///
/// An edit is an insertion, a deletion, a substitution or a swap of neighbours, without regard to case: the optimal
/// string alignment distance, row by row. What cannot be near enough is given up as soon as that shows.
private struct NearestSearch {
  private let wanted: [Character]
  private let allowed: Int
  private var best: (distance: Int, name: String)?
  /// Rows of the table, kept from name to name: the present one, the one above it, and the one before that.
  private var current: [Int] = []
  private var above: [Int] = []
  private var before: [Int] = []

  init(for name: String, within allowed: Int) {
    wanted = Array(name.lowercased())
    self.allowed = allowed
  }

  var nearest: String? { best?.name }

  mutating func consider(_ name: String) {
    // Each character more or less is an edit by itself.
    guard abs(name.count - wanted.count) <= allowed, let distance = distance(to: Array(name.lowercased()))
    else { return }
    if let best, (best.distance, best.name) <= (distance, name) { return }
    best = (distance, name)
  }

  /// nil for more than ``allowed``.
  private mutating func distance(to other: [Character]) -> Int? {
    above = Array(0...other.count)
    before = above
    current = above
    for row in wanted.indices {
      current[0] = row + 1
      var smallest = current[0]
      for column in other.indices {
        current[column + 1] = edits(row, column, other)
        smallest = min(smallest, current[column + 1])
      }
      // No later row is smaller than the smaller of two that follow each other.
      if smallest > allowed + 1 { return nil }
      (before, above, current) = (above, current, before)
    }
    return above[other.count] <= allowed ? above[other.count] : nil
  }

  private func edits(_ row: Int, _ column: Int, _ other: [Character]) -> Int {
    let cost = wanted[row] == other[column] ? 0 : 1
    let best = min(above[column + 1] + 1, current[column] + 1, above[column] + cost)
    guard row > 0, column > 0, wanted[row] == other[column - 1], wanted[row - 1] == other[column] else {
      return best
    }
    return min(best, before[column - 1] + 1)
  }
}
