import JSONRPC
import Jansson
import Reactor

/// What a session is asked and what it writes: each question gets its one answer.
@LoopActor
final class Conversation {
  private var questions: [Question] = []
  private var asked: [UInt8] = []
  private var revisions = Revisions()
  private var hasEnded = false
  private var violation: Violation?

  // MARK: Asked

  func ask(_ problem: ProtocolProblem) {
    questions.append(Question(entries: [Question.Entry(id: .null, use: .free)], isBatch: false))
  }

  func ask(_ content: FrameContent, _ text: [UInt8]) {
    asked += text
    switch content {
    case .single(let message): ask([message], isBatch: false)
    case .batch(let messages): ask(messages, isBatch: true)
    }
  }

  private func ask(_ messages: [Message], isBatch: Bool) {
    var question = Question(entries: [], isBatch: isBatch)
    for message in messages {
      guard let id = message.idOfAnswer else { continue }
      question.entries.append(.init(id: id, use: use(of: id, by: message, beside: question)))
    }
    if !question.entries.isEmpty { questions.append(question) }
  }

  /// Whether the id is in flight; only the session knows of a call in a batch that is not answered yet.
  private func use(of id: RequestID, by message: Message, beside batch: Question) -> Question.Use {
    guard case .call = message, !id.isNull else { return .free }
    let echo = OutputInvariants.echo(of: id.bytes)
    let others = questions.filter { question in question.entries.contains { $0.echo == echo } }
    if others.contains(where: { !$0.isBatch && $0.entries[0].use == .free }) { return .taken }
    return others.isEmpty && !batch.entries.contains { $0.echo == echo } ? .free : .unclear
  }

  /// Whether that text stands in what was asked.
  func mentions(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return asked.indices.contains { asked[$0...].starts(with: text) }
  }

  // MARK: Written

  func write(_ message: JSONText) {
    // The process would be gone: what is written then reaches nobody.
    guard !hasEnded, violation == nil else { return }
    do throws(Violation) {
      try take(try OutputInvariants.check(message))
    } catch {
      violation = error
    }
  }

  private func take(_ message: JSONNode) throws(Violation) {
    try revisions.take(message, isTold: !mentions("notifications") && !mentions(#"\u"#))
    guard message["method"] == nil else { return }
    let exact = questions.firstIndex { $0.isAnswered(by: message, exactly: true) }
    guard let index = exact ?? questions.firstIndex(where: { $0.isAnswered(by: message, exactly: false) })
    else { throw Violation("an answer that nobody asked for: \(message.text.quoted)") }
    questions.remove(at: index)
  }

  func end() {
    hasEnded = true
  }

  /// Throws what was wrong on the way, or what has no answer at the end.
  func check() throws(Violation) {
    if let violation { throw violation }
    try require(questions.isEmpty, "\(questions.count) questions have no answer: \(questions)")
  }
}

extension Message {
  /// The id under which the message is answered; nil when it is not.
  fileprivate var idOfAnswer: RequestID? {
    switch self {
    case .call(let call): call.id
    case .invalid(let id, _): id
    case .ignored: nil
    }
  }
}
