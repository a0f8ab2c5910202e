/// The names of the members so far of all objects that are open, to find one that comes twice in an object.
///
/// Names are equal if they are so once their escapes are resolved. The cost is linear in the text, whatever its
/// author intended: the first names of an object are compared with one another, and all others by their hashes, whose
/// seed nobody knows; by chance one pair in 2^64 has one hash.
struct OpenNames {
  private struct Name {
    /// Equal for equal names: the first bytes and the length of a short one, the digest of a longer one.
    let key: UInt64
    /// Where its bytes are: a text has less than 2^30 bytes.
    let start: UInt32
    let end: UInt32

    var bytes: Range<Int> { Int(start)..<Int(end) }
  }

  private struct Object {
    /// Where its first names begin among all of them.
    let first: Int
    /// The hashes of all its names; nil while there are few.
    var hashes: HashesInParts?
  }

  /// Up to so many names of one object are compared with one another.
  private static let few = 16
  /// The bytes of a name that is compared byte by byte: two longer ones are the same if their digests are.
  private static let mostCompared = 4_096

  private var names: [Name] = []
  private var objects: [Object] = []

  mutating func open() {
    objects.append(Object(first: names.count))
  }

  mutating func close() {
    guard let object = objects.popLast() else { return }
    names.removeSubrange(object.first...)
  }

  /// Adds a name of the innermost object that was read at once: the bytes between its quotes.
  ///
  /// - Returns: Why the name is refused, or nil.
  mutating func add(
    _ text: Span<UInt8>, _ bytes: Range<Int>, hasEscape: Bool
  ) -> ResumableScanner.Refusal? {
    guard hasEscape else { return add(text, bytes, key: NameKey.of(text.extracting(bytes))) }
    var key = NameKey()
    key.add(text, bytes)
    return add(key, of: text, bytes)
  }

  /// Adds a name that was read in parts.
  mutating func add(_ key: NameKey, of text: Span<UInt8>, _ bytes: Range<Int>) -> ResumableScanner.Refusal? {
    key.hasNull ? .nullInName : add(text, bytes, key: key.value)
  }

  private mutating func add(
    _ text: Span<UInt8>, _ bytes: Range<Int>, key: UInt64
  ) -> ResumableScanner.Refusal? {
    let name = Name(
      key: key, start: UInt32(truncatingIfNeeded: bytes.lowerBound),
      end: UInt32(truncatingIfNeeded: bytes.upperBound))
    return isNew(name, in: text) ? nil : .duplicateName
  }

  /// Notes a name of the innermost object; false if the object has one that is equal.
  private mutating func isNew(_ name: Name, in text: Span<UInt8>) -> Bool {
    guard !objects.isEmpty else { return true }
    // No copy of the object: a second reference to its hashes would have them copied with each name.
    let first = objects[objects.count - 1].first
    guard names.count - first < Self.few else { return isNewHash(of: name, in: text) }
    for index in first..<names.count where names[index].key == name.key {
      if isEqual(names[index].bytes, name.bytes, in: text) { return false }
    }
    names.append(name)
    return true
  }

  /// Notes the hash of a name of an object with many.
  private mutating func isNewHash(of name: Name, in text: Span<UInt8>) -> Bool {
    let last = objects.count - 1
    if objects[last].hashes == nil {
      var hashes = HashesInParts()
      for other in names[objects[last].first...] { _ = hashes.insert(Self.hash(of: other, in: text)) }
      objects[last].hashes = hashes
    }
    return objects[last].hashes?.insert(Self.hash(of: name, in: text)) ?? true
  }

  private func isEqual(_ one: Range<Int>, _ other: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard max(one.count, other.count) <= Self.mostCompared else { return true }
    guard text.hasEscape(one) || text.hasEscape(other) else {
      return one.count == other.count && zip(one, other).allSatisfy { text[$0] == text[$1] }
    }
    return JSONEscapes.resolved(text, one) == JSONEscapes.resolved(text, other)
  }

  private static func hash(of name: Name, in text: Span<UInt8>) -> UInt64 {
    // An escape is six times as long as what it stands for, at most.
    guard name.bytes.count <= NameKey.mostBytes * 6 else { return name.key }
    var digest = TextDigest()
    guard text.hasEscape(name.bytes) else {
      digest.add(text.extracting(name.bytes))
      return digest.value
    }
    digest.add(JSONEscapes.resolved(text, name.bytes).span)
    return digest.value
  }
}
