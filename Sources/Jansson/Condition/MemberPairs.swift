/// Which members of two objects have the same name.
///
/// The objects may be parts of different texts.
enum MemberPairs {
  typealias Member = Span<UInt8>.Member

  /// Up to this many names without escapes are compared with one another: most objects are like that.
  private static let few = 16

  /// For each member of the first object, the index of the member of that name in the second.
  ///
  /// - Returns: Nil unless both objects have the same names, each of them once.
  static func partners(
    of members: [Member], _ text: Span<UInt8>, among others: [Member], _ other: Span<UInt8>
  ) -> [Int]? {
    guard members.count == others.count else { return nil }
    let isSimple =
      members.count <= few && members.allSatisfy { text.isPlain($0.name) }
      && others.allSatisfy { other.isPlain($0.name) }
    // As many on both sides, and each of the first has a partner of its own: none of the second is left over.
    let found =
      isSimple ? compared(members, text, others, other) : looked(members, text, others, other)
    guard let found, Set(found).count == found.count else { return nil }
    return found
  }

  private static func compared(
    _ members: [Member], _ text: Span<UInt8>, _ others: [Member], _ other: Span<UInt8>
  ) -> [Int]? {
    var partners: [Int] = []
    for member in members {
      guard let partner = others.firstIndex(where: { other.isEqual($0.name, to: text, member.name) }) else {
        return nil
      }
      partners.append(partner)
    }
    return partners
  }

  private static func looked(
    _ members: [Member], _ text: Span<UInt8>, _ others: [Member], _ other: Span<UInt8>
  ) -> [Int]? {
    var places: [[UInt8]: Int] = [:]
    for (index, member) in others.enumerated() { places[JSONEscapes.resolved(other, member.name)] = index }
    var partners: [Int] = []
    for member in members {
      guard let partner = places[JSONEscapes.resolved(text, member.name)] else { return nil }
      partners.append(partner)
    }
    return partners
  }
}
