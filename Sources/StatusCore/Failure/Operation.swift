/// What a client asked for, in as much detail as repeating it takes.
package struct Operation: Hashable, Sendable {
  /// The method's name.
  package let method: String
  /// How long the caller wanted to wait for the whole of it.
  package let timeout: Duration?

  package init(_ method: String, timeout: Duration? = nil) {
    self.method = method
    self.timeout = timeout
  }
}

extension Operation {
  /// A poll that nobody waits for: no method, but what its failures name as their operation.
  package static let autoPoll: Operation = "autoPoll"

  /// What `tryAgain` repeats: nobody can call a poll, so that is a `refresh`.
  package var repeated: Operation { self == .autoPoll ? "refresh" : self }
}

extension Operation: ExpressibleByStringLiteral {
  package init(stringLiteral method: String) {
    self.init(method)
  }
}
