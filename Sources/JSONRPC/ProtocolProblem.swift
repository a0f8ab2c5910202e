/// What is wrong with bytes, a message or a call, in the protocol's own terms.
///
/// This module knows no failure of the daemon's: the composition turns a problem into one.
package struct ProtocolProblem: Error, Hashable, Sendable {
  /// JSON-RPC 2.0, section 5.1: the codes that the specification itself defines for what a client sends.
  package enum Code: Int, Hashable, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
  }

  package let code: Code
  /// The finer case, stable (`header`, `messageTooLarge`, `duplicateKey`, `missing`, …); nil where the code
  /// says it all.
  package var reason: String?
  /// What is wrong, where, and what was expected: one sentence without a final full stop,
  /// which begins with a capital unless it begins with a name (`params.interval must …`).
  package let sentence: Sentence
  /// The same as one string.
  package var explanation: String { sentence.string }
  /// JSON Pointer (RFC 6901) inside params.
  package var path: String?
  /// The nearest name that is known, for one that is not.
  package var suggestion: String?
  /// The limit that was passed.
  package var limit: Int?
  /// The id that is in the way, as it was written.
  package var requestID: RequestID?

  package init(
    _ code: Code, reason: String? = nil, _ sentence: Sentence, path: String? = nil,
    suggestion: String? = nil, limit: Int? = nil, requestID: RequestID? = nil
  ) {
    self.code = code
    self.reason = reason
    self.sentence = sentence
    self.path = path
    self.suggestion = suggestion
    self.limit = limit
    self.requestID = requestID
  }
}
