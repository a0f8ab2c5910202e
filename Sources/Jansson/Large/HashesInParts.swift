/// A set of hashes that grows without a pause.
///
/// It has parts, and each of them is full with another share of its places. So they grow one after the other, and never
/// many of them at once. The hashes have a seed that nobody knows, so all parts have about as many.
struct HashesInParts {
  private var parts = [Part](repeating: Part(), count: partCount)

  private static let partCount = 32

  /// Adds a hash.
  ///
  /// - Returns: Whether it is new.
  mutating func insert(_ hash: UInt64) -> Bool {
    // 0 and 1 are taken for one another.
    let hash = max(hash, 1)
    // The highest bits: the lowest say which place of the part it has.
    let number = Int(truncatingIfNeeded: hash >> 59)
    return parts[number].insert(hash, fullWith: Self.partCount + number, of: 3 * Self.partCount)
  }

  /// The places of all parts, free ones included.
  var placeCount: Int { parts.reduce(0) { $0 + $1.places.count } }

  /// A table of hashes, of which at least a third is free: the next free place is near.
  private struct Part {
    /// 0 is a free one.
    private(set) var places: [UInt64] = []
    private var count = 0

    mutating func insert(_ hash: UInt64, fullWith share: Int, of whole: Int) -> Bool {
      if count * whole >= places.count * share { grow() }
      guard let place = place(of: hash) else { return false }
      places[place] = hash
      count += 1
      return true
    }

    private mutating func grow() {
      let former = places
      places = [UInt64](repeating: 0, count: max(4, former.count * 2))
      for hash in former where hash != 0 {
        if let place = place(of: hash) { places[place] = hash }
      }
    }

    /// Where a hash may be put; nil if it is there.
    private func place(of hash: UInt64) -> Int? {
      let last = places.count - 1
      var place = Int(truncatingIfNeeded: hash) & last
      while places[place] != 0 {
        if places[place] == hash { return nil }
        place = (place + 1) & last
      }
      return place
    }
  }
}
