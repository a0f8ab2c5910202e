/// The names of an object's members, which must differ (RFC 8259, section 4).
///
/// Names are the same when their values are, however they are escaped. They are compared by bytes, because
/// strings that differ may be equal to Swift, by canonical equivalence.
package enum JSONNames {
  /// So many names are compared each with each, which takes no memory.
  private static let fewNames = 16

  /// A name and the hash of its value.
  private struct HashedName {
    let hash: Int
    let name: Range<Int>
  }

  /// The first name that stands there before; nil when all differ.
  package static func repeated(
    _ names: ArraySlice<Range<Int>>, in text: Span<UInt8>, mayHaveEscapes: Bool
  ) -> Range<Int>? {
    guard names.count > 1 else { return nil }
    guard names.count <= Self.fewNames, !mayHaveEscapes || !names.contains(where: { isEscaped($0, text) })
    else {
      return repeatedOfMany(names, in: text)
    }
    for index in names.indices {
      let name = text.extracting(names[index])
      for other in names[..<index] where name.isEqual(to: text.extracting(other)) { return names[index] }
    }
    return nil
  }

  /// The same by their hashes, so that the time is in proportion to `n log n` whatever the names are.
  private static func repeatedOfMany(_ names: ArraySlice<Range<Int>>, in text: Span<UInt8>) -> Range<Int>? {
    var hashed = names.map { HashedName(hash: hash(of: $0, in: text), name: $0) }
    hashed.sort { ($0.hash, $0.name.lowerBound) < ($1.hash, $1.name.lowerBound) }
    var first: Range<Int>?
    var start = 0
    for index in hashed.indices.dropFirst() {
      if hashed[index].hash != hashed[start].hash { start = index }
      let name = hashed[index].name
      guard first.map({ name.lowerBound < $0.lowerBound }) ?? true else { continue }
      if hashed[start..<index].contains(where: { hasSameValue($0.name, name, in: text) }) { first = name }
    }
    return first
  }

  private static func hash(of name: Range<Int>, in text: Span<UInt8>) -> Int {
    guard isEscaped(name, text) else {
      return hash(of: text.extracting(name.lowerBound + 1..<name.upperBound - 1))
    }
    let value = JSONString.bytes(text.extracting(name))
    return hash(of: value.span)
  }

  private static func hash(of value: Span<UInt8>) -> Int {
    var hasher = Hasher()
    // SAFETY: the bytes are read within the closure that lends them.
    unsafe value.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  private static func isEscaped(_ name: Range<Int>, _ text: Span<UInt8>) -> Bool {
    text.extracting(name).firstIndex(of: UInt8(ascii: "\\")) != nil
  }

  private static func hasSameValue(_ name: Range<Int>, _ other: Range<Int>, in text: Span<UInt8>) -> Bool {
    let (first, second) = (text.extracting(name), text.extracting(other))
    if isEscaped(name, text) || isEscaped(other, text) {
      return JSONString.bytes(first) == JSONString.bytes(second)
    }
    return first.isEqual(to: second)
  }

  /// The same for the names of members.
  ///
  /// - Parameters:
  ///   - start: Where `text` begins in the text that the members were found in.
  package static func repeated(
    _ members: [JSONOutline.Part], in text: Span<UInt8>, from start: Int, mayHaveEscapes: Bool
  ) -> Range<Int>? {
    guard !mayHaveEscapes, members.count <= Self.fewNames else {
      let names = members.map { $0.name.lowerBound - start..<$0.name.upperBound - start }
      return repeated(names[...], in: text, mayHaveEscapes: mayHaveEscapes)
    }
    for index in 0..<members.count {
      let name = members[index].name
      for other in 0..<index where members[other].name.count == name.count {
        let (first, second) = (members[other].name.lowerBound - start, name.lowerBound - start)
        if text.extracting(first..<first + name.count).isEqual(
          to: text.extracting(second..<second + name.count))
        {
          return second..<second + name.count
        }
      }
    }
    return nil
  }
}

extension JSONOutline {
  /// The first member whose name stands there before; nil when all names differ.
  package func repeatedName(in text: Span<UInt8>) -> Range<Int>? {
    kind == .object ? JSONNames.repeated(parts, in: text, from: 0, mayHaveEscapes: !isPlain) : nil
  }
}
