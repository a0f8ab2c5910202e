import Text

/// Finds a method by its name.
package struct Router<Method> {
  private let methods: [String: Method]
  /// Every method's name, sorted.
  package let names: [String]

  /// - Important: No two methods may have one name.
  package init(_ methods: [(signature: MethodSignature, method: Method)]) {
    self.methods = Dictionary(uniqueKeysWithValues: methods.map { ($0.signature.name, $0.method) })
    names = self.methods.keys.sorted()
  }

  package subscript(name: String) -> Method? { methods[name] }

  /// The method of that name, or the problem of a name that is unknown.
  package func method(named name: String) throws(ProtocolProblem) -> Method {
    if let method = methods[name] { return method }
    let nearest = name.nearest(in: names)
    let hint = nearest.map { ", did you mean \($0)?" } ?? "; rpc.discover lists the methods"
    throw .init(
      .methodNotFound, "There is no method \(name.quoted)\(hint)", suggestion: nearest)
  }
}
