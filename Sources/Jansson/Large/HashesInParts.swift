/// A set of hashes that grows without a pause: those that it has move to the larger table a few at a time, with each
/// that is added.
///
/// A table that is full to a half becomes the former one beside one of twice the size, and is left before that is full
/// to a half in its turn. The hashes have a seed that nobody knows, so the next free place is near.
struct HashesInParts {
  /// The places of a table; 0 is a free one.
  private var table: [UInt64]
  /// The table before it, and how many of its places were looked at.
  private var former: [UInt64] = []
  private var moved = 0
  private var count = 0

  /// Twice as many as it takes for the former table to be left in time.
  private static let placesAtOnce = 4

  init() {
    table = [UInt64](repeating: 0, count: 64)
  }

  /// Adds a hash.
  ///
  /// - Returns: Whether it is new.
  mutating func insert(_ hash: UInt64) -> Bool {
    // 0 and 1 are taken for one another.
    let hash = max(hash, 1)
    move()
    if Self.place(of: hash, in: former) == nil { return false }
    guard let place = Self.place(of: hash, in: table) else { return false }
    table[place] = hash
    count += 1
    if count == table.count / 2 { grow() }
    return true
  }

  private mutating func grow() {
    former = [UInt64](repeating: 0, count: table.count * 2)
    swap(&former, &table)
    moved = 0
  }

  private mutating func move() {
    guard !former.isEmpty else { return }
    for _ in 0..<Self.placesAtOnce {
      let hash = former[moved]
      moved += 1
      if hash != 0, let place = Self.place(of: hash, in: table) { table[place] = hash }
    }
    if moved == former.count { former = [] }
  }

  /// Where a hash may be put; nil if it is there.
  private static func place(of hash: UInt64, in table: [UInt64]) -> Int? {
    guard !table.isEmpty else { return 0 }
    let last = table.count - 1
    var place = Int(truncatingIfNeeded: hash) & last
    while table[place] != 0 {
      if table[place] == hash { return nil }
      place = (place + 1) & last
    }
    return place
  }
}
