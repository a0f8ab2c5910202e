import Jansson
import Text

/// Finds a method's place in a list by its name.
///
/// It knows the names alone, and not what they stand for: code for a type that this module does not know
/// costs four times as much in a release.
package struct Router: Sendable {
  private let keys: [ShortBytes]
  /// The first eight bytes of each name, which tell most names apart.
  private let heads: [UInt64]
  /// The names, sorted.
  package let names: [String]

  /// - Important: No two methods may have one name.
  package init(_ names: [String]) {
    keys = names.compactMap { ShortBytes($0) }
    precondition(keys.count == names.count, "a method's name has more than \(ShortBytes.capacity) bytes")
    precondition(Set(keys).count == keys.count, "two methods have one name")
    heads = keys.map(\.head)
    self.names = names.sorted()
  }

  /// The place of a name in the list; nil for a name that is unknown.
  package func index(of name: MethodName) -> Int? {
    guard case .short(let key) = name else { return nil }
    // Sixteen heads are compared in 60 instructions; to hash a name takes 150.
    let head = key.head
    for index in 0..<heads.count where heads[index] == head && keys[index] == key { return index }
    return nil
  }

  /// The problem of a name that is unknown.
  package func problem(of name: MethodName) -> ProtocolProblem {
    let name = name.description
    let nearest = name.nearest(in: names)
    let hint = nearest.map { ", did you mean \($0)?" } ?? "; rpc.discover lists the methods"
    return .init(.methodNotFound, "There is no method \(name.quoted)\(hint)", suggestion: nearest)
  }
}
