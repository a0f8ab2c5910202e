package import Jansson

extension Call {
  /// A call that code of this process makes.
  ///
  /// - Parameter params: The text of its params; nil for none.
  /// - Throws: What a client would be told that sends such params.
  package init(_ method: String, params: [UInt8]?, budget: JSONBudget) throws(ProtocolProblem) {
    guard let params else {
      self.init(id: nil, name: MethodName(method), params: nil)
      return
    }
    var scanner = JSONScanner(budget: budget, keepsOutline: false)
    do throws(JSONScanError) {
      try scanner.scan(params.span)
    } catch {
      throw ProtocolProblem(error)
    }
    let start = params.firstIndex { $0 > 0x20 } ?? 0
    try self.init(
      id: nil, name: MethodName(method), params.span, start..<params.count, outline: scanner.outline)
  }

  /// A call whose params stand in a scanned text.
  init(
    id: RequestID?, name: MethodName, _ text: Span<UInt8>, _ params: Range<Int>?,
    outline: borrowing JSONOutline
  ) throws(ProtocolProblem) {
    guard let params else {
      self.init(id: id, name: name, params: nil)
      return
    }
    switch text[params.lowerBound] {
    case UInt8(ascii: "n"): self.init(id: id, name: name, params: nil)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      self.init(id: id, name: name, params: try Params(text, params, outline))
    default:
      throw .init(.invalidRequest, reason: "paramsType", "params must be an object or an array")
    }
  }
}
