package import Jansson

/// Bytes of one frame to messages: JSON-RPC 2.0 sections 4 and 6.
///
/// Envelope and params are read from the raw bytes, by the ranges that the scanner finds. So ids come back as
/// they were written, and no tree is made of a message.
package struct MessageDecoder: Sendable {
  private let budget: JSONBudget
  /// Members of a batch at most.
  private let batchLimit: Int
  /// Kept from message to message, with the memory of its outline.
  private var scanner: JSONScanner

  package init(budget: JSONBudget, batchLimit: Int) {
    self.budget = budget
    self.batchLimit = batchLimit
    scanner = JSONScanner(budget: budget, outlining: NameWord(rawValue: MemberName.params))
  }

  /// What the frame holds; a problem of the frame as a whole is one invalid message.
  package mutating func decode(_ text: Span<UInt8>) -> FrameContent {
    do throws(JSONScanError) {
      try scanner.scan(text)
    } catch {
      return .single(refused(text, scanner.outline, ProtocolProblem(error)))
    }
    if !scanner.isASCII, let problem = Self.encodingProblem(text) { return .single(.invalid(.null, problem)) }
    guard case .array = scanner.outline.kind else { return .single(Self.message(text, scanner.outline)) }
    return batch(text, scanner.outline)
  }

  /// A message that was not read to its end; what goes over the budget has shown its first members.
  private func refused(_ text: Span<UInt8>, _ outline: JSONOutline, _ problem: ProtocolProblem) -> Message {
    // Nothing is echoed that is not even text.
    guard problem.code == .invalidRequest, Self.encodingProblem(text) == nil else {
      return .invalid(.null, problem)
    }
    let envelope = Envelope(outline, text)
    return envelope.isResponse ? .ignored : .invalid(envelope.idOfProblem(text), problem)
  }

  private func batch(_ text: Span<UInt8>, _ outline: JSONOutline) -> FrameContent {
    let count = outline.parts.count
    guard count > 0 else {
      return .single(
        .invalid(.null, .init(.invalidRequest, reason: "emptyBatch", "A batch must not be empty")))
    }
    guard count <= batchLimit else {
      let problem = ProtocolProblem(
        .invalidRequest, reason: "batchTooLarge", "A batch may have \(batchLimit) members, got \(count)",
        limit: batchLimit)
      return .single(.invalid(.null, problem))
    }
    var messages: [Message] = []
    messages.reserveCapacity(count)
    for index in 0..<count { messages.append(member(text.extracting(outline.parts[index].value))) }
    return .batch(messages)
  }

  /// A member of a batch that was scanned as a whole.
  private func member(_ text: Span<UInt8>) -> Message {
    var scanner = JSONScanner(budget: budget, outlining: NameWord(rawValue: MemberName.params))
    do throws(JSONScanError) {
      try scanner.scan(text)
      return Self.message(text, scanner.outline)
    } catch {
      return .invalid(.null, ProtocolProblem(error))
    }
  }

  private static func encodingProblem(_ text: Span<UInt8>) -> ProtocolProblem? {
    do {
      _ = try UTF8Span(validating: text)
      return nil
    } catch {
      return ProtocolProblem(.parseError, reason: "utf8", "The message is not UTF-8")
    }
  }

  private static func message(_ text: Span<UInt8>, _ outline: JSONOutline) -> Message {
    guard case .object = outline.kind else {
      return .invalid(.null, .init(.invalidRequest, reason: "notAnObject", "A message must be an object"))
    }
    let envelope = Envelope(outline, text)
    if envelope.isResponse { return .ignored }
    do throws(Envelope.Invalid) {
      try envelope.judge(outline, text)
      return .call(try envelope.call(outline, text))
    } catch {
      return .invalid(error.id, error.problem)
    }
  }
}

extension ProtocolProblem {
  init(_ error: JSONScanError) {
    switch error {
    case .syntax(let found, let offset):
      self.init(.parseError, "Not JSON: \(found) at byte \(offset)")
    case .tooDeep(let limit):
      self.init(
        .invalidRequest, reason: "tooDeep", "Arrays and objects may be nested \(limit) deep", limit: limit)
    case .tooManyValues(let limit):
      self.init(
        .invalidRequest, reason: "tooManyValues", "A message may have \(limit) structural characters",
        limit: limit)
    }
  }
}
