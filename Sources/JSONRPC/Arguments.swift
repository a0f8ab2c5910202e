package import Jansson

/// A call's params, checked against the method's signature: present, known, of the right type, in range.
///
/// An argument that is null counts as absent where it is optional.
package struct Arguments {
  private var values: [String: JSONValue] = [:]
  private var requestIDs: [String: RequestID] = [:]
  /// Where each value stood, by its parameter's name.
  private var paths: [String: String] = [:]

  package init(of call: Call, for signature: MethodSignature) throws(ProtocolProblem) {
    let isPositional = call.isPositional
    if let params = call.params {
      if isPositional {
        try bind(positional: params, signature)
      } else {
        try bind(named: params, signature)
      }
    }
    if let unreadable = call.unreadable { try judge(unreadable, signature) }
    readRequestIDs(call.paramsText, signature)
    for (index, parameter) in signature.parameters.enumerated() where parameter.isRequired {
      guard values[parameter.name] == nil, requestIDs[parameter.name] == nil else { continue }
      throw .init(
        .invalidParams, reason: "missing", "params.\(parameter.name) is required",
        path: isPositional ? "/\(index)" : JSONPointer.token(parameter.name))
    }
  }

  private mutating func bind(
    positional params: JSONValue, _ signature: MethodSignature
  ) throws(ProtocolProblem) {
    let declared = signature.parameters
    guard params.count <= declared.count else { throw signature.tooMany("\(params.count)") }
    for (index, (parameter, value)) in zip(declared, params.elements).enumerated() {
      try bind(value, to: parameter, path: "/\(index)")
    }
  }

  private mutating func bind(
    named params: JSONValue, _ signature: MethodSignature
  ) throws(ProtocolProblem) {
    for (name, value) in params.members {
      if let parameter = signature.parameters.first(where: { $0.name == name }) {
        try bind(value, to: parameter, path: JSONPointer.token(name))
      } else if !signature.ignoresUnknownParameters {
        throw signature.unknown(name)
      }
    }
  }

  private mutating func bind(
    _ value: JSONValue, to parameter: Parameter, path: String
  ) throws(ProtocolProblem) {
    if value.isNull, !parameter.isRequired { return }
    guard parameter.type.accepts(value) else { throw parameter.mistyped(got: value.kind, path: path) }
    if case .number(let range) = parameter.type, let number = value.number, !range.contains(number) {
      throw .init(
        .invalidParams, reason: "range",
        "params.\(parameter.name) must be between \(plain(range.lowerBound)) and \(plain(range.upperBound)), "
          + "got \(plain(number))", path: path)
    }
    values[parameter.name] = value
    paths[parameter.name] = path
  }
}

// MARK: Reading

extension Arguments {
  /// Where an argument stands in the params, as a JSON Pointer: by name, or by position as it came.
  package func path(of name: String) -> String { paths[name] ?? JSONPointer.token(name) }

  package func string(_ name: String) -> String? { values[name]?.string }
  package func boolean(_ name: String) -> Bool? { values[name]?.boolean }
  package func number(_ name: String) -> Double? { values[name]?.number }
  package func integer(_ name: String) -> Int? { values[name]?.integer }
  package func object(_ name: String) -> JSONValue? { values[name] }
  package func requestID(_ name: String) -> RequestID? { requestIDs[name] }

  /// Takes the ids among the params from their text: jansson would give `1.0` back as `1`.
  private mutating func readRequestIDs(_ text: [UInt8], _ signature: MethodSignature) {
    guard signature.parameters.contains(where: { $0.type == .requestID }) else { return }
    var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max))
    guard (try? scanner.scan(text.span)) != nil else { return }
    for (index, parameter) in signature.parameters.enumerated() where parameter.type == .requestID {
      let named = scanner.outline.members.first {
        JSONString.decode(text.span.extracting($0.name)) == parameter.name
      }
      let positional =
        scanner.outline.elements.indices.contains(index) ? scanner.outline.elements[index] : nil
      requestIDs[parameter.name] = (named?.value ?? positional).map { RequestID(trusting: Array(text[$0])) }
    }
  }
}

extension ParameterType {
  fileprivate func accepts(_ value: JSONValue) -> Bool {
    switch self {
    case .string: value.kind == .string
    case .boolean: value.kind == .boolean
    case .number: value.number != nil
    case .integer: value.integer != nil
    case .object: value.kind == .object
    case .requestID: [.string, .integer, .real, .null].contains(value.kind)
    }
  }
}

/// A number as a person writes it: 10 and not 10.0.
private func plain(_ number: Double) -> String {
  var writer = JSONWriter()
  writer.number(number)
  return String(decoding: writer.bytes, as: UTF8.self)
}
