import Jansson

/// Three readers of JSON about one text: the scanner, jansson and ``JSONNode``.
enum JSONVerdicts {
  /// Holds the scanner to the others' verdicts, and gives what ``JSONNode`` made of the text.
  ///
  /// - Parameter text: Valid UTF-8, which the scanner leaves to others.
  static func check(_ text: [UInt8], _ budget: JSONBudget) throws(Violation) -> Result<
    JSONNode, JSONNode.Fault
  > {
    let node = Result { () throws(JSONNode.Fault) in try JSONNode(reading: text, budget) }
    let scanned = scan(text, budget)
    try require(
      scanned == problem(of: node),
      "the scanner says \(verdict(scanned)), the reference \(verdict(problem(of: node)))")
    // jansson keeps no budget: a text that goes over it is not shown to jansson in the daemon either.
    guard scanned == nil || scanned == .syntax else { return node }
    let refused = refusal(of: text)
    if let scanned {
      // jansson 2.14 passes over a zero byte behind a number (it puts the byte back, and takes it for none).
      try require(
        refused != nil || text.contains(0), "the scanner says \(verdict(scanned)), and jansson takes it")
    } else {
      try checkRefusal(refused, try? node.get())
    }
    return node
  }

  /// jansson may refuse valid JSON for three reasons, each of which can be seen in the text.
  private static func checkRefusal(
    _ reason: JSONParseError.Reason?, _ node: JSONNode?
  ) throws(Violation) {
    guard let node else { return }
    let isJustified =
      switch reason {
      case nil: node.flaws.isEmpty
      case .numberRange: node.flaws.contains(.overflow)
      case .duplicateKey: node.flaws.contains(.duplicate)
      case .nullInKey: node.flaws.contains(.nullInName)
      case .syntax, .encoding, .resources: false
      }
    try require(isJustified, "jansson's verdict on valid JSON is \(reason.map { "\($0)" } ?? "none")")
  }

  private static func scan(_ text: [UInt8], _ budget: JSONBudget) -> JSONNode.Fault? {
    var scanner = JSONScanner(budget: budget)
    do throws(JSONScanError) {
      try scanner.scan(text.span)
      return nil
    } catch {
      return switch error {
      case .syntax: .syntax
      case .tooDeep: .tooDeep
      case .tooManyValues: .tooManyValues
      }
    }
  }

  private static func refusal(of text: [UInt8]) -> JSONParseError.Reason? {
    do throws(JSONParseError) {
      _ = try JSONValue.parse(text.span)
      return nil
    } catch {
      return error.reason
    }
  }

  private static func problem(of node: Result<JSONNode, JSONNode.Fault>) -> JSONNode.Fault? {
    guard case .failure(let problem) = node else { return nil }
    return problem
  }

  private static func verdict(_ problem: JSONNode.Fault?) -> String {
    problem.map { "\($0)" } ?? "valid"
  }
}
