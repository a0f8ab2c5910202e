import JSONRPC

/// A message, or a batch, that is to be answered.
struct Question {
  /// Whether the id of a call is in flight when the call comes.
  enum Use {
    case free, unclear, taken
  }

  /// One member of the answer, or all of it.
  struct Entry {
    /// The id as the answer has it.
    let echo: [UInt8]
    let use: Use

    init(id: RequestID, use: Use) {
      echo = OutputInvariants.echo(of: id.bytes)
      self.use = use
    }
  }

  var entries: [Entry]
  let isBatch: Bool

  /// - Parameter exactly: Whether an id of which it is unclear must be free.
  func isAnswered(by message: JSONNode, exactly: Bool) -> Bool {
    guard message.isArray == isBatch else { return false }
    let answers = isBatch ? message.elements : [message]
    return answers.count == entries.count
      && zip(entries, answers).allSatisfy { $0.isAnswered(by: $1, exactly: exactly) }
  }
}

extension Question.Entry {
  fileprivate func isAnswered(by answer: JSONNode, exactly: Bool) -> Bool {
    guard let taken = Self.idInUse(answer) else {
      return use != .taken && answer["id"]?.text == echo[...]
    }
    return (exactly ? use == .taken : use != .free) && taken == echo[...] && answer["id"]?.isNull == true
  }

  /// The id that the answer says is in use.
  private static func idInUse(_ answer: JSONNode) -> ArraySlice<UInt8>? {
    guard let detail = answer["error"]?["data"]?["detail"] else { return nil }
    return detail["reason"]?.string == Array("idInUse".utf8) ? detail["id"]?.text : nil
  }
}
