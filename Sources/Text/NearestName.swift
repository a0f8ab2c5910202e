extension String {
  /// The known name that was probably meant; nil when none is near.
  ///
  /// Near is at most a third of the name's letters apart, and never more than three edits.
  package func nearest(in names: some Sequence<String>) -> String? {
    // A name of a client's may be a megabyte long; no known one is, and so none is near.
    guard utf8.count <= 256 else { return nil }
    let allowed = min(3, max(1, count / 3))
    return
      names
      .map { (name: $0, distance: distance(to: $0)) }
      .filter { $0.distance <= allowed }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
      .name
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbours between two names, without
  /// regard to case: the optimal string alignment distance, row by row.
  private func distance(to other: String) -> Int {
    let (left, right) = (Array(lowercased()), Array(other.lowercased()))
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = Swift.min(above[column + 1] + 1, current[column] + 1, above[column] + cost)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = Swift.min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, above) = (above, current)
    }
    return above[right.count]
  }
}
