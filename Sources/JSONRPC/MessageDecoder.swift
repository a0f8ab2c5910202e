package import Jansson

/// Bytes of one frame to messages: JSON-RPC 2.0 sections 4 and 6.
///
/// The envelope is read from the raw bytes by the scanner's ranges; params alone go through jansson. So ids
/// come back as they were written, and a message without params costs no parse.
package struct MessageDecoder: Sendable {
  package let budget: JSONBudget
  /// Members of a batch at most.
  package let batchLimit: Int

  package init(budget: JSONBudget, batchLimit: Int) {
    self.budget = budget
    self.batchLimit = batchLimit
  }

  /// What the frame holds; a problem of the frame as a whole is one invalid message.
  package func decode(_ text: Span<UInt8>) -> FrameContent {
    let (outline, problem) = scan(text)
    if let problem { return .single(refused(text, outline, problem)) }
    guard outline.kind == .array else { return .single(message(text, outline)) }
    return batch(text, outline.elements)
  }

  /// A message that was not read to its end; what goes over the budget has shown its first members.
  private func refused(_ text: Span<UInt8>, _ outline: JSONOutline, _ problem: ProtocolProblem) -> Message {
    // Nothing is echoed that is not even text.
    guard problem.code == .invalidRequest, Self.encodingProblem(text) == nil else {
      return .invalid(.null, problem)
    }
    let envelope = try? Envelope(outline, text)
    return envelope?.isResponse == true ? .ignored : .invalid(envelope?.id ?? .null, problem)
  }

  private func batch(_ text: Span<UInt8>, _ elements: [Range<Int>]) -> FrameContent {
    guard !elements.isEmpty else {
      return .single(
        .invalid(.null, .init(.invalidRequest, reason: "emptyBatch", "A batch must not be empty")))
    }
    guard elements.count <= batchLimit else {
      let problem = ProtocolProblem(
        .invalidRequest, reason: "batchTooLarge",
        "A batch may have \(batchLimit) members, got \(elements.count)", limit: batchLimit)
      return .single(.invalid(.null, problem))
    }
    var messages: [Message] = []
    messages.reserveCapacity(elements.count)
    for element in elements {
      let member = text.extracting(element)
      messages.append(message(member, scan(member).outline))
    }
    return .batch(messages)
  }

  private func scan(_ text: Span<UInt8>) -> (outline: JSONOutline, problem: ProtocolProblem?) {
    var scanner = JSONScanner(budget: budget)
    do throws(JSONScanError) {
      try scanner.scan(text)
      return (scanner.outline, Self.encodingProblem(text))
    } catch {
      return (scanner.outline, ProtocolProblem(error))
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

  private func message(_ text: Span<UInt8>, _ outline: JSONOutline) -> Message {
    guard outline.kind == .object else {
      return .invalid(.null, .init(.invalidRequest, reason: "notAnObject", "A message must be an object"))
    }
    do throws(Envelope.Invalid) {
      let envelope = try Envelope(outline, text)
      if envelope.isResponse { return .ignored }
      return try envelope.call(text)
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
