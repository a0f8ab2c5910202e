import Jansson
package import Text

/// Finds a method's place in a list by its name.
///
/// It knows the names alone, and not what they stand for: code for a type that this module does not know
/// costs four times as much in a release.
package struct Router: Sendable {
  private let keys: [ShortBytes]
  /// Names of more bytes, which only other protocols have, with their places.
  private let long: [(name: String, index: Int)]
  /// The first eight bytes of each name, which tell most names apart.
  private let heads: [UInt64]

  /// - Important: No two methods may have one name. Those of more than 23 bytes come last.
  package init(_ names: [String]) {
    precondition(Set(names).count == names.count, "two methods have one name")
    keys = names.compactMap { ShortBytes($0) }
    let count = keys.count
    long = names.suffix(from: count).enumerated().map { ($1, count + $0) }
    precondition(long.allSatisfy { ShortBytes($0.name) == nil }, "names of more bytes come last")
    heads = keys.map(\.head)
  }

  /// The place of a name in the list; nil for a name that is unknown.
  package func index(of name: MethodName) -> Int? {
    guard case .short(let key) = name else { return indexOfLong(name) }
    // Sixteen heads are compared in 60 instructions; to hash a name takes 150.
    let head = key.head
    for index in 0..<heads.count where heads[index] == head && keys[index] == key { return index }
    return nil
  }

  private func indexOfLong(_ name: MethodName) -> Int? {
    long.isEmpty ? nil : long.first { $0.name == name.description }?.index
  }

  /// The problem of a name that is unknown; the nearest of the known ones is suggested.
  package static func problem(of name: MethodName, among known: KnownNames) -> ProtocolProblem {
    let name = name.description
    let nearest = known.nearest(to: name)
    return ProtocolProblem(
      .methodNotFound,
      """
      There is no method "\(name.excerpt)"\
      \(didYouMean: nearest, otherwise: "; rpc.discover lists the methods")
      """, suggestion: nearest)
  }
}
