/// The names of the members so far of all objects that are open, to find one that comes twice in an object.
///
/// Names are equal if they are so once their escapes are resolved. The cost is linear in the text, whatever its
/// author intended: few names are compared with one another, and many by their hashes, whose seed nobody knows.
struct OpenNames {
  private struct Name {
    /// Equal for equal names: the first bytes and the length.
    let key: UInt64
    let bytes: Range<Int>
  }

  private struct Object {
    /// Where its names begin among all of them.
    let first: Int
    /// The hashes of its names; nil while there are few.
    var hashes: Set<UInt64>?
  }

  /// Up to so many names of one object are compared with one another.
  private static let few = 16

  private var names: [Name] = []
  private var objects: [Object] = []

  mutating func open() {
    objects.append(Object(first: names.count))
  }

  mutating func close() {
    guard let object = objects.popLast() else { return }
    names.removeSubrange(object.first...)
  }

  /// Adds a name of the innermost object: the bytes between its quotes.
  ///
  /// - Returns: Why the name is refused, or nil.
  mutating func add(_ text: Span<UInt8>, _ bytes: Range<Int>) -> ResumableScanner.Refusal? {
    let isEscaped = text.hasEscape(bytes)
    if isEscaped, JSONEscapes.resolved(text, bytes).contains(0) { return .nullInName }
    let name = Name(key: Self.key(of: text, bytes, isEscaped), bytes: bytes)
    let isDuplicate = isKnown(name, in: text)
    names.append(name)
    return isDuplicate ? .duplicateName : nil
  }

  private mutating func isKnown(_ name: Name, in text: Span<UInt8>) -> Bool {
    guard !objects.isEmpty else { return false }
    // No copy of the object: a second reference to its hashes would have them copied with each name.
    let first = objects[objects.count - 1].first
    if names.count - first >= Self.few, !isNewHash(of: name, in: text) { return false }
    for index in first..<names.count where names[index].key == name.key {
      if isEqual(names[index].bytes, name.bytes, in: text) { return true }
    }
    return false
  }

  /// Adds the hash of a name of an object with many; false if it is new, so that no name can be equal.
  private mutating func isNewHash(of name: Name, in text: Span<UInt8>) -> Bool {
    let last = objects.count - 1
    if objects[last].hashes == nil {
      objects[last].hashes = Set(names[objects[last].first...].map { Self.hash(of: text, $0.bytes) })
    }
    return objects[last].hashes?.insert(Self.hash(of: text, name.bytes)).inserted == false
  }

  private func isEqual(_ one: Range<Int>, _ other: Range<Int>, in text: Span<UInt8>) -> Bool {
    guard text.hasEscape(one) || text.hasEscape(other) else {
      return one.count == other.count && zip(one, other).allSatisfy { text[$0] == text[$1] }
    }
    return JSONEscapes.resolved(text, one) == JSONEscapes.resolved(text, other)
  }

  private static func key(of text: Span<UInt8>, _ bytes: Range<Int>, _ isEscaped: Bool) -> UInt64 {
    guard isEscaped else { return key(of: text, bytes) }
    return key(of: JSONEscapes.resolved(text, bytes).span, nil)
  }

  private static func key(of text: Span<UInt8>, _ bytes: Range<Int>?) -> UInt64 {
    let bytes = bytes ?? text.indices
    var key = UInt64(truncatingIfNeeded: bytes.count)
    for index in bytes.prefix(7) { key = key << 8 | UInt64(text[index]) }
    return key
  }

  private static func hash(of text: Span<UInt8>, _ bytes: Range<Int>) -> UInt64 {
    var digest = TextDigest()
    guard text.hasEscape(bytes) else {
      digest.add(text.extracting(bytes))
      return digest.value
    }
    digest.add(JSONEscapes.resolved(text, bytes).span)
    return digest.value
  }
}
