import Text

/// Finds a method by its name.
package final class Router<Method> {
  private var methods: [Method] = []
  /// The place of each name in ``methods``; of a concrete type, since look-ups in a generic one cost twice as much.
  private var numbers: [String: Int] = [:]
  /// Every method's name, sorted.
  package private(set) lazy var names = numbers.keys.sorted()
  private lazy var known = KnownNames(numbers.keys)

  /// - Important: No two methods may have one name.
  package init(_ methods: [(signature: MethodSignature, method: Method)]) {
    // Loops and not `map`: what is generic here is not compiled for the method type, and is part of every start.
    for (signature, method) in methods {
      precondition(numbers[signature.name] == nil, "two methods have one name")
      numbers[signature.name] = self.methods.count
      self.methods.append(method)
    }
  }

  package subscript(name: String) -> Method? { numbers[name].map { methods[$0] } }

  package func has(_ name: String) -> Bool { numbers[name] != nil }

  /// The method of that name, or the problem of a name that is unknown.
  package func method(named name: String) throws(ProtocolProblem) -> Method {
    guard let number = numbers[name] else { throw unknown(name) }
    return methods[number]
  }

  private func unknown(_ name: String) -> ProtocolProblem {
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
