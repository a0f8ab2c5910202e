import JSONRPC

/// What a message means by docs/protocol.md section 2, found without the decoder.
enum ExpectedMessage {
  case call(id: ArraySlice<UInt8>?, method: [UInt8], params: JSONNode?)
  /// To be refused with this code under this id.
  case refused(id: ArraySlice<UInt8>, ProtocolProblem.Code)
  case ignored
  /// The contract leaves open which of several faults counts.
  case open
}

extension ExpectedMessage {
  static let null = Array("null".utf8)[...]

  init(_ node: JSONNode) {
    guard node.isObject else {
      self = .refused(id: Self.null, .invalidRequest)
      return
    }
    let names = node.members.map(\.name)
    let has = { (name: String) in names.contains(Array(name.utf8)) }
    if !has("method"), has("result") || has("error") {
      self = .ignored
    } else {
      self = Self.request(node, id: Self.id(of: node), hasOutcome: has("result") || has("error"))
    }
  }

  private static func request(_ node: JSONNode, id: RecoveredID, hasOutcome: Bool) -> ExpectedMessage {
    let refused = ExpectedMessage.refused(id: id.echoed ?? null, .invalidRequest)
    guard !id.isFaulty, Set(node.members.map(\.name)).count == node.members.count,
      node["jsonrpc"]?.string == Array("2.0".utf8), let method = node["method"]?.string, !hasOutcome
    else { return refused }
    let known: [[UInt8]] = ["jsonrpc", "method", "params", "id"].map { Array($0.utf8) }
    let others = node.members.filter { !known.contains($0.name) }.map(\.value)
    if others.contains(where: { $0.flaws.contains(.overflow) && $0.flaws != .overflow }) { return .open }
    if others.contains(where: { $0.flaws == .overflow }) { return refused }
    guard let params = node["params"], !params.isNull else {
      return .call(id: id.echoed, method: method, params: nil)
    }
    guard params.isObject || params.isArray else { return refused }
    if params.flaws.contains(.duplicate) { return params.flaws == .duplicate ? refused : .open }
    return .call(id: id.echoed, method: method, params: params)
  }

  // MARK: The id

  private struct RecoveredID {
    /// nil for a message without one.
    var echoed: ArraySlice<UInt8>?
    var isFaulty = false
  }

  private static func id(of node: JSONNode) -> RecoveredID {
    let ids = node.members.filter { $0.name == Array("id".utf8) }.map(\.value)
    guard let id = ids.first else { return RecoveredID(echoed: nil) }
    guard ids.count == 1, id.text.count <= RequestID.maximumLength else {
      return RecoveredID(echoed: null, isFaulty: true)
    }
    switch id.content {
    case .object, .array, .boolean: return RecoveredID(echoed: null, isFaulty: true)
    case .string, .number, .null: return RecoveredID(echoed: id.text)
    }
  }
}
