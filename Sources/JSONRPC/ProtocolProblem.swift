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
  /// What is wrong, where, and what was expected: one sentence without a final full stop,
  /// which begins with a capital unless it begins with a name (`params.interval must …`).
  package let sentence: Sentence
  private let rest: Rest

  /// What says more than the code and the sentence, stored apart, so that a problem is passed on in registers.
  private indirect enum Rest: Hashable {
    case none
    case some(Particulars)
  }

  private struct Particulars: Hashable {
    let reason: String?
    let path: String?
    let suggestion: String?
    let limit: Int?
    let requestID: RequestID?
  }

  package init(
    _ code: Code, reason: String? = nil, _ sentence: Sentence, path: String? = nil,
    suggestion: String? = nil, limit: Int? = nil, requestID: RequestID? = nil
  ) {
    self.code = code
    self.sentence = sentence
    let isAll = reason == nil && path == nil && suggestion == nil && limit == nil && requestID == nil
    rest =
      isAll
      ? .none
      : .some(
        Particulars(reason: reason, path: path, suggestion: suggestion, limit: limit, requestID: requestID))
  }
}

extension ProtocolProblem {
  /// The sentence as one string.
  package var explanation: String { sentence.string }

  /// The finer case, stable (`header`, `messageTooLarge`, `duplicateKey`, `missing`, …); nil where the code
  /// says it all.
  package var reason: String? {
    if case .some(let rest) = rest { rest.reason } else { nil }
  }

  /// JSON Pointer (RFC 6901) inside params.
  package var path: String? {
    if case .some(let rest) = rest { rest.path } else { nil }
  }

  /// The nearest name that is known, for one that is not.
  package var suggestion: String? {
    if case .some(let rest) = rest { rest.suggestion } else { nil }
  }

  /// The limit that was passed.
  package var limit: Int? {
    if case .some(let rest) = rest { rest.limit } else { nil }
  }

  /// The id that is in the way, as it was written.
  package var requestID: RequestID? {
    if case .some(let rest) = rest { rest.requestID } else { nil }
  }

  /// Whether it has more than its code and its sentence.
  package var hasParticulars: Bool {
    if case .some = rest { true } else { false }
  }
}
