import Jansson
package import Text

/// Finds a method's place in a list by its name.
///
/// It knows the names alone, and not what they stand for: code for a type that this module does not know
/// costs four times as much in a release.
package struct Router: Sendable {
  private let keys: [ShortBytes]
  /// The first eight bytes of each name, which tell most names apart.
  private let heads: [UInt64]

  /// - Important: No two methods may have one name.
  package init(_ names: [String]) {
    keys = names.compactMap { ShortBytes($0) }
    precondition(keys.count == names.count, "a method's name has more than \(ShortBytes.capacity) bytes")
    precondition(Set(keys).count == keys.count, "two methods have one name")
    heads = keys.map(\.head)
  }

  /// The place of a name in the list; nil for a name that is unknown.
  package func index(of name: MethodName) -> Int? {
    guard case .short(let key) = name else { return nil }
    // Sixteen heads are compared in 60 instructions; to hash a name takes 150.
    let head = key.head
    for index in 0..<heads.count where heads[index] == head && keys[index] == key { return index }
    return nil
  }

  /// The problem of a name that is unknown; the nearest of the known ones is suggested.
  package static func problem(of name: MethodName, among known: KnownNames) -> ProtocolProblem {
    let name = name.description
    let nearest = known.nearest(to: name)
    var sentence = ""
    // One allocation: the longest excerpt of ASCII and the words around it.
    sentence.reserveCapacity(min(name.utf8.count, 128) + 64)
    sentence += "There is no method \""
    sentence += name.excerpt
    sentence += "\""
    if let nearest {
      sentence += ", did you mean "
      sentence += nearest
      sentence += "?"
    } else {
      sentence += "; rpc.discover lists the methods"
    }
    return ProtocolProblem(.methodNotFound, sentence, suggestion: nearest)
  }
}
