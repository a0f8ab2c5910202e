import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import Text

@testable import StatusServer

/// Answers what a frame holds without performing it, and holds the answers to the contract.
@LoopActor
enum Answers {
  static func check(_ content: FrameContent) throws(Violation) {
    switch content {
    case .single(let message):
      guard let (id, answer) = answer(message) else { return }
      try check(try OutputInvariants.check(answer), id)
    case .batch(let messages):
      let answers = messages.compactMap(answer)
      guard !answers.isEmpty else { return }
      var reply = BatchResponse(count: answers.count)
      var written: JSONText?
      // From the last to the first: the order of the answers is that of the requests all the same.
      for (index, each) in answers.enumerated().reversed() {
        try require(written == nil, "a batch is answered before its last member")
        written = reply.set(each.answer, at: index)
      }
      try check(written, answers.map(\.id))
    }
  }

  private static func check(_ written: JSONText?, _ ids: [RequestID]) throws(Violation) {
    guard let written else { throw Violation("a batch is not answered") }
    let elements = try OutputInvariants.check(written).elements
    try require(elements.count == ids.count, "\(elements.count) answers to \(ids.count) requests")
    for (element, id) in zip(elements, ids) { try check(element, id) }
  }

  private static func check(_ answer: JSONNode, _ id: RequestID) throws(Violation) {
    let expected = OutputInvariants.echo(of: id.bytes)
    try require(
      answer["id"]?.text == expected[...], "the id \(id) is echoed as \(answer["id"]?.text.quoted ?? "none")")
  }

  /// The one answer to a message; nil where there is none.
  private static func answer(_ message: Message) -> (id: RequestID, answer: JSONText)? {
    switch message {
    case .ignored: nil
    case .invalid(let id, let problem): (id, error(problem, id))
    case .call(let call): call.id.map { ($0, answer(call, $0)) }
    }
  }

  private static func answer(_ call: Call, _ id: RequestID) -> JSONText {
    do throws(ProtocolProblem) {
      guard let signature = Stage.signatures.first(where: { $0.name == call.method }) else {
        throw ProtocolProblem(.methodNotFound, "There is no method \(call.method.excerpt)")
      }
      _ = try Arguments(call.params, for: signature)
      let result = JSONText { $0.string(call.method) }
      return JSONText { $0.response(to: id, result: result) }
    } catch {
      return self.error(error, id)
    }
  }

  private static func error(_ problem: ProtocolProblem, _ id: RequestID) -> JSONText {
    let failure = Stage.failures.record(Problem(problem))
    return JSONText { $0.response(to: id) { $0.errorObject(failure) } }
  }
}
