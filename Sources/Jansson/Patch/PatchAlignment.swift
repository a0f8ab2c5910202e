/// Which elements of two arrays are the same thing, before and after.
///
/// Elements match if they have one identity (``Swift/Span``'s `identity(of:)`) and their order is the same. As long as
/// both arrays go on alike, from the beginning and from the end, that is one comparison for each. In the middle, what is
/// unique on both sides is matched along the longest sequence that keeps its order, as patience diff does.
struct PatchAlignment {
  /// Pairs of indices, both growing.
  private(set) var matches: [(Int, Int)] = []

  init(_ former: [Range<Int>], _ old: Span<UInt8>, _ present: [Range<Int>], _ new: Span<UInt8>) {
    let most = min(former.count, present.count)
    var first = 0
    while first < most, Self.isSame(former[first], old, present[first], new) {
      matches.append((first, first))
      first += 1
    }
    var tail = 0
    while tail < most - first,
      Self.isSame(former[former.count - 1 - tail], old, present[present.count - 1 - tail], new)
    {
      tail += 1
    }
    let middle = Self.unique(
      former, first..<former.count - tail, old, present, first..<present.count - tail, new)
    matches += Self.longestGrowing(middle)
    for back in stride(from: tail, to: 0, by: -1) {
      matches.append((former.count - back, present.count - back))
    }
  }

  private static func isSame(
    _ one: Range<Int>, _ old: Span<UInt8>, _ other: Range<Int>, _ new: Span<UInt8>
  ) -> Bool {
    old.isEqual(old.identity(of: one), to: new, new.identity(of: other))
  }

  /// The pairs of elements whose identities come once on each side, in the order of the former ones.
  private static func unique(
    _ former: [Range<Int>], _ left: Range<Int>, _ old: Span<UInt8>, _ present: [Range<Int>],
    _ right: Range<Int>,
    _ new: Span<UInt8>
  ) -> [(Int, Int)] {
    guard !left.isEmpty, !right.isEmpty else { return [] }
    var places: [UInt64: Int?] = [:]
    for index in right {
      let digest = digest(of: new, present[index])
      places[digest] = places[digest] == nil ? .some(index) : .some(nil)
    }
    var pairs: [(Int, Int)] = []
    for index in left {
      // Once used, an identity is not unique any more.
      guard let place = places.updateValue(nil, forKey: digest(of: old, former[index])), let place else {
        continue
      }
      if isSame(former[index], old, present[place], new) { pairs.append((index, place)) }
    }
    return pairs
  }

  private static func digest(of text: Span<UInt8>, _ element: Range<Int>) -> UInt64 {
    var digest = TextDigest()
    digest.add(text.extracting(text.identity(of: element)))
    return digest.value
  }

  /// The longest part of the pairs whose second indices grow as well: patience sorting, n log n.
  private static func longestGrowing(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    // The last pair of the best sequence of each length, and what comes before each pair.
    var (lasts, previous): ([Int], [Int]) = ([], [])
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, lasts.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[lasts[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? lasts[low - 1] : -1)
      if low < lasts.count { lasts[low] = index } else { lasts.append(index) }
    }
    var longest: [(Int, Int)] = []
    var index = lasts.last ?? -1
    while index >= 0 {
      longest.append(pairs[index])
      index = previous[index]
    }
    return longest.reversed()
  }
}
