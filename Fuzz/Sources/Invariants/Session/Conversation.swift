import JSONRPC
import Jansson
import Reactor

/// What a session was asked and what it wrote, kept to be compared when it has ended.
@LoopActor
final class Conversation {
  /// The ids of the messages that are to be answered: one for a message alone, all of a batch.
  private var questions: [[RequestID]] = []
  private var written: [JSONText] = []
  private var asked: [UInt8] = []
  private var hasEnded = false

  func expect(_ fault: ProtocolFault) {
    questions.append([.null])
  }

  func expect(_ content: FrameContent, _ text: [UInt8]) {
    asked += text
    let ids =
      switch content {
      case .single(let message): [message.idOfAnswer]
      case .batch(let messages): messages.map(\.idOfAnswer)
      }
    let answered = ids.compactMap(\.self)
    if !answered.isEmpty { questions.append(answered) }
  }

  func wrote(_ message: JSONText) {
    if !hasEnded { written.append(message) }
  }

  /// The process would be gone: what is written from now on reaches nobody.
  func end() {
    hasEnded = true
  }

  /// Whether that text stands in what was asked.
  func mentions(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return asked.indices.contains { asked[$0...].starts(with: text) }
  }

  func check() throws(Violation) {
    var answers: [JSONNode] = []
    var revisions = Revisions(areTold: !mentions("notifications") && !mentions("\\u"))
    for message in written {
      let node = try OutputInvariants.check(message)
      try revisions.take(node)
      if node["method"] == nil { answers.append(node) }
    }
    try require(
      answers.count == questions.count, "\(answers.count) answers to \(questions.count) questions")
    try check(answers)
  }

  /// Finds the question to each answer.
  private func check(_ answers: [JSONNode]) throws(Violation) {
    var open: [[[UInt8]]: Int] = [:]
    for ids in questions { open[ids.map { OutputInvariants.echo(of: $0.bytes) }, default: 0] += 1 }
    // An answer to an id in use has none of its own, but names the one that it would have had.
    for answer in answers {
      let members = answer.isArray ? answer.elements : [answer]
      let ids = members.map { member in
        Self.idInUse(member) ?? Array(member["id"]?.text ?? [])
      }
      let count = open[ids] ?? 0
      try require(count > 0, "an answer that nobody asked for: \(answer.text.quoted)")
      open[ids] = count - 1
    }
  }

  /// The id that the answer says was in use, as it is echoed.
  private static func idInUse(_ answer: JSONNode) -> [UInt8]? {
    guard let detail = answer["error"]?["data"]?["detail"], detail["reason"]?.string == Array("idInUse".utf8)
    else { return nil }
    return detail["id"].map { Array($0.text) }
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
