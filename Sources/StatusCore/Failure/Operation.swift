/// What a client asked for, with everything that is needed to repeat it.
package struct Operation: Hashable, Sendable {
  /// The name of the method.
  package let method: String
  /// The caller's time-out for the whole operation; nil for the configured one.
  package let timeout: Duration?

  package init(_ method: String, timeout: Duration? = nil) {
    self.method = method
    self.timeout = timeout
  }
}

extension Operation {
  /// A poll that nobody waits for; not a method, but the operation of its failures.
  package static let autoPoll: Operation = "autoPoll"
  /// One fetch.
  package static let refresh: Operation = "refresh"
  /// A recovery.
  package static let retry: Operation = "retry"
  package static let subscribeLocation: Operation = "subscribeLocation"

  /// A wait for a condition; its failures are those of polls.
  package static let waitFor: Operation = "waitFor"

  /// The operation that `tryAgain` repeats: a poll is repeated as `refresh`, because clients cannot call a
  /// poll.
  package var repeated: Operation { self == .autoPoll ? .refresh : self }
}

extension Operation: ExpressibleByStringLiteral {
  package init(stringLiteral method: String) {
    self.init(method)
  }
}
