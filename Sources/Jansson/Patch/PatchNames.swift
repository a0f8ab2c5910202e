/// Which members of two objects have the same name.
struct PatchNames {
  typealias Member = Span<UInt8>.Member

  /// For each former member, the present one of its name.
  private(set) var partner: [Int?]
  /// The present members without a former one.
  private(set) var added: [Int] = []

  /// Up to so many names, if they have no escapes, are compared with one another: most objects are like that.
  private static let few = 16

  /// - Returns: Nil if a name comes twice in one object, so that no path leads to its members.
  static func pairs(
    _ former: [Member], _ old: Span<UInt8>, _ present: [Member], _ new: Span<UInt8>
  ) -> PatchNames? {
    let isSimple =
      former.count <= few && present.count <= few && former.allSatisfy { old.isPlain($0.name) }
      && present.allSatisfy { new.isPlain($0.name) }
    return isSimple ? compared(former, old, present, new) : looked(former, old, present, new)
  }

  private static func compared(
    _ former: [Member], _ old: Span<UInt8>, _ present: [Member], _ new: Span<UInt8>
  ) -> PatchNames? {
    var pairs = PatchNames(partner: [])
    for (index, member) in former.enumerated() {
      if former[..<index].contains(where: { old.isEqual($0.name, to: old, member.name) }) { return nil }
      pairs.partner.append(present.firstIndex { new.isEqual($0.name, to: old, member.name) })
    }
    for (index, member) in present.enumerated() {
      if present[..<index].contains(where: { new.isEqual($0.name, to: new, member.name) }) { return nil }
      if !pairs.partner.contains(index) { pairs.added.append(index) }
    }
    return pairs
  }

  private static func looked(
    _ former: [Member], _ old: Span<UInt8>, _ present: [Member], _ new: Span<UInt8>
  ) -> PatchNames? {
    var places: [[UInt8]: Int] = [:]
    for (index, member) in present.enumerated() {
      guard places.updateValue(index, forKey: JSONEscapes.resolved(new, member.name)) == nil else {
        return nil
      }
    }
    var seen: Set<[UInt8]> = []
    var pairs = PatchNames(partner: [])
    for member in former {
      let name = JSONEscapes.resolved(old, member.name)
      guard seen.insert(name).inserted else { return nil }
      pairs.partner.append(places.removeValue(forKey: name))
    }
    pairs.added = places.values.sorted()
    return pairs
  }
}
