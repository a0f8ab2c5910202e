import Text

/// Finds a method by its name.
///
/// What each call needs is inlinable, so that it is compiled for the method type of the profile.
package struct Router<Method> {
  @usableFromInline package let methods: [String: Method]
  private let known: KnownNames

  /// - Important: No two methods may have one name.
  package init(_ methods: [(signature: MethodSignature, method: Method)]) {
    self.methods = Dictionary(uniqueKeysWithValues: methods.map { ($0.signature.name, $0.method) })
    known = KnownNames(self.methods.keys)
  }

  /// Every method's name, sorted.
  package var names: [String] { known.all }

  @inlinable
  package subscript(name: String) -> Method? { methods[name] }

  /// The method of that name, or the problem of a name that is unknown.
  @inlinable
  package func method(named name: String) throws(ProtocolProblem) -> Method {
    if let method = methods[name] { return method }
    throw unknown(name)
  }

  @usableFromInline
  package func unknown(_ name: String) -> ProtocolProblem {
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
