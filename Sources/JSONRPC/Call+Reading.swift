package import Jansson

extension Call {
  /// A call that code of this process makes.
  ///
  /// - Parameter params: The text of its params; nil for none.
  /// - Throws: What a client would be told that sends such params.
  package init(_ method: String, params: [UInt8]?, budget: JSONBudget) throws(ProtocolProblem) {
    guard let params else {
      self.init(id: nil, method: method)
      return
    }
    do throws(JSONScanError) {
      var scanner = JSONScanner(budget: budget, keepsOutline: false)
      try scanner.scan(params.span)
    } catch {
      throw ProtocolProblem(error)
    }
    let start = params.firstIndex { $0 > 0x20 } ?? 0
    try self.init(id: nil, method: method, params.span, start..<params.count)
  }

  /// A call whose params stand in a scanned text.
  init(
    id: RequestID?, method: String, _ text: Span<UInt8>, _ params: Range<Int>?
  ) throws(ProtocolProblem) {
    guard let params else {
      self.init(id: id, method: method)
      return
    }
    let bytes = text.extracting(params)
    let (value, unreadable) = try Self.read(bytes)
    self.init(
      id: id, method: method, params: value, isPositional: bytes[0] == UInt8(ascii: "["),
      unreadable: unreadable, paramsText: method.hasPrefix("$/") ? bytes.array : [])
  }

  private static func read(
    _ params: Span<UInt8>
  ) throws(ProtocolProblem) -> (value: JSONValue?, unreadable: UnreadableParams?) {
    switch params[0] {
    case UInt8(ascii: "n"): return (nil, nil)
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default:
      throw .init(.invalidRequest, reason: "paramsType", "params must be an object or an array")
    }
    do throws(JSONParseError) {
      let value = try JSONValue.parse(params)
      return (value.count == 0 ? nil : value, nil)
    } catch {
      return (nil, try UnreadableParams(error, params))
    }
  }
}
