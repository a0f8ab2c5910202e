/// The names of an object's members, which must differ (RFC 8259, section 4).
///
/// Names are the same when their values are, however they are escaped. They are compared by bytes, because
/// strings that differ may be equal to Swift, by canonical equivalence.
package enum JSONNames {
  /// So many names are compared each with each, which takes no memory.
  private static let fewNames = 16

  /// The first name that stands there before; nil when all differ.
  package static func repeated(
    _ names: ArraySlice<Range<Int>>, in text: Span<UInt8>, hasEscapes: Bool
  ) -> Range<Int>? {
    guard names.count > 1 else { return nil }
    guard !hasEscapes, names.count <= Self.fewNames else {
      var values: Set<[UInt8]> = []
      return names.first { !values.insert(JSONString.bytes(text.extracting($0))).inserted }
    }
    for index in names.indices {
      let name = text.extracting(names[index])
      for other in names[..<index] where name.isEqual(to: text.extracting(other)) { return names[index] }
    }
    return nil
  }

  /// The same for the names of members.
  ///
  /// - Parameters:
  ///   - start: Where `text` begins in the text that the members were found in.
  package static func repeated(
    _ members: [JSONOutline.Part], in text: Span<UInt8>, from start: Int, hasEscapes: Bool
  ) -> Range<Int>? {
    guard !hasEscapes, members.count <= Self.fewNames else {
      let names = members.map { $0.name.lowerBound - start..<$0.name.upperBound - start }
      return repeated(names[...], in: text, hasEscapes: hasEscapes)
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
    kind == .object ? JSONNames.repeated(parts, in: text, from: 0, hasEscapes: hasEscapes) : nil
  }
}
