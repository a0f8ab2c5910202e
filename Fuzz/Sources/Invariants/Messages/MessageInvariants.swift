import JSONRPC
import Jansson
package import Reactor

/// Holds the message decoder, the arguments and what is answered to the contract, for one input.
@LoopActor
package enum MessageInvariants {
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let input = MessageInput(bytes) else { return }
    var decoder = MessageDecoder(budget: input.budget, batchLimit: input.batchLimit)
    let content = decoder.decode(input.text.span)
    try check(content, input)
    try Answers.check(content)
  }

  private static func check(_ content: FrameContent, _ input: MessageInput) throws(Violation) {
    guard String(validating: input.text, as: UTF8.self) != nil else {
      return try checkRefused(content, nil, "what is no UTF-8")
    }
    switch try JSONVerdicts.check(input.text, input.budget) {
    case .failure(.syntax): try checkRefused(content, .parseError, "what is no JSON")
    case .failure: try checkOverBudget(content)
    case .success(let node): try check(content, node, input)
    }
  }

  /// One answer with id null.
  private static func checkRefused(
    _ content: FrameContent, _ code: ProtocolProblem.Code?, _ what: String
  ) throws(Violation) {
    guard case .single(.invalid(let id, let problem)) = content else {
      throw Violation("\(what) is \(content)")
    }
    try require(id.isNull, "\(what) is refused under the id \(id)")
    try require(code == nil || problem.code == code, "\(what) is refused with \(problem.code)")
  }

  private static func checkOverBudget(_ content: FrameContent) throws(Violation) {
    switch content {
    case .single(.ignored): break
    case .single(.invalid(_, let problem)):
      let reasons = ["tooDeep", "tooManyValues"]
      try require(
        problem.code == .invalidRequest && reasons.contains(problem.reason ?? ""),
        "what goes over the budget is refused with \(problem)")
    default: throw Violation("what goes over the budget is \(content)")
    }
  }

  private static func check(
    _ content: FrameContent, _ node: JSONNode, _ input: MessageInput
  ) throws(Violation) {
    if node.isArray, node.elements.isEmpty || node.elements.count > input.batchLimit {
      return try checkRefused(content, .invalidRequest, "a batch of \(node.elements.count)")
    }
    switch content {
    case .batch(let messages):
      try require(
        messages.count == node.elements.count, "\(messages.count) of \(node.elements.count) members")
      for (message, element) in zip(messages, node.elements) { try check(message, ExpectedMessage(element)) }
    case .single(let message):
      try require(!node.isArray, "a batch is one message")
      try check(message, ExpectedMessage(node))
    }
  }

  private static func check(_ message: Message, _ expected: ExpectedMessage) throws(Violation) {
    switch (message, expected) {
    case (_, .open), (.ignored, .ignored): break
    case (.call(let call), .call(let id, let method, let params)):
      try require(call.id?.bytes[...] == id, "the id is \(call.id.map { "\($0)" } ?? "none")")
      try require(call.method.utf8.elementsEqual(method), "the method is \(call.method)")
      try ArgumentInvariants.check(call, params)
    case (.invalid(let id, let problem), .refused(let expectedID, let code)):
      try require(id.bytes[...] == expectedID, "refused under the id \(id), not \(expectedID.quoted)")
      try require(problem.code == code, "refused with \(problem), not \(code)")
    default: throw Violation("expected \(expected), got \(message)")
    }
  }
}
