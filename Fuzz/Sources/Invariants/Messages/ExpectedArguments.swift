import JSONRPC

/// Whether params fit a signature by docs/protocol.md section 2, found without ``Arguments``.
struct ExpectedArguments {
  private let signature: MethodSignature
  private let params: JSONNode?

  init(_ params: JSONNode?, _ signature: MethodSignature) {
    self.params = params
    self.signature = signature
  }

  var fit: Bool {
    isReadable && hasNoOthers && signature.parameters.indices.allSatisfy(fits)
  }

  /// What was given for a parameter; nil for nothing.
  func value(at index: Int) -> JSONNode? {
    guard let params else { return nil }
    if params.isObject { return params[signature.parameters[index].name] }
    return params.elements.indices.contains(index) ? params.elements[index] : nil
  }

  /// No number is beyond 64 bits, but for an id, and no name holds U+0000.
  private var isReadable: Bool {
    guard let params, !params.flaws.isEmpty else { return true }
    if params.flaws.contains(.nullInName) { return false }
    let ids = signature.parameters.indices.filter { signature.parameters[$0].type == .requestID }
    let idTexts = ids.compactMap { value(at: $0)?.text }
    let values = params.elements + params.members.map(\.value)
    return values.allSatisfy { $0.flaws.isEmpty || $0.number != nil && idTexts.contains($0.text) }
  }

  private var hasNoOthers: Bool {
    guard let params else { return true }
    if params.isArray { return params.elements.count <= signature.parameters.count }
    let names = signature.parameters.map { Array($0.name.utf8) }
    return signature.ignoresUnknownParameters || params.members.allSatisfy { names.contains($0.name) }
  }

  private func fits(_ index: Int) -> Bool {
    let parameter = signature.parameters[index]
    guard let value = value(at: index) else { return !parameter.isRequired }
    if value.isNull, !parameter.isRequired { return true }
    switch (parameter.type, value.content) {
    case (.string, .string), (.boolean, .boolean), (.object, .object), (.stringOrObject, .string),
      (.stringOrObject, .object), (.objectOrArray, .object), (.objectOrArray, .array):
      return true
    case (.requestID, .string), (.requestID, .number), (.requestID, .null): return true
    case (.number(let range), .number): return value.number.map(range.contains) ?? false
    case (.integer, .number): return value.number.flatMap { Int(exactly: $0) } != nil || value.isInt64
    default: return false
    }
  }
}

extension JSONNode {
  /// Whether it is an integer of 64 bits, written as one.
  fileprivate var isInt64: Bool { Int64(String(decoding: text, as: UTF8.self)) != nil }
}
