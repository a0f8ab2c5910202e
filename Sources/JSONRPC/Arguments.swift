package import Jansson

/// A call's params, checked against the method's signature: present, known, of the right type, in range.
///
/// An argument that is null counts as absent where it is optional. Values are read from the text when they
/// are asked for.
package struct Arguments {
  private let params: Params?
  private let signature: MethodSignature
  private var places = ParameterPlaces()

  /// - Parameter params: Those of a call; nil for none.
  package init(_ params: Params?, for signature: MethodSignature) throws(ProtocolProblem) {
    self.params = params
    self.signature = signature
    if let params { try check(params) }
    guard signature.hasRequired else { return }
    for index in 0..<signature.parameters.count where signature.parameters[index].isRequired {
      if place(ofParameter: index) == nil { throw missing(index) }
    }
  }

  private func missing(_ index: Int) -> ProtocolProblem {
    let name = signature.parameters[index].name
    return .init(
      .invalidParams, reason: "missing", "\(signature.place.words(of: name)) is required",
      path: params?.isPositional == true
        ? "/\(index)" : signature.place.pointer(to: signature.parameters[index]))
  }

  private mutating func check(_ params: Params) throws(ProtocolProblem) {
    if params.isPositional { try checkPositions(params) } else { try checkNames(params) }
  }

  private mutating func checkPositions(_ params: Params) throws(ProtocolProblem) {
    guard params.count <= signature.parameters.count else { throw signature.tooMany(params.count) }
    for index in 0..<params.count {
      places.note(index, of: index)
      try params.check(params.value(at: index), index, of: signature)
    }
  }

  private mutating func checkNames(_ params: Params) throws(ProtocolProblem) {
    for index in 0..<params.count {
      if let parameter = signature.index(of: params.name(at: index)) {
        places.note(index, of: parameter)
        try params.check(params.value(at: index), parameter, of: signature)
      } else {
        try params.checkUnknown(at: index, signature)
      }
    }
  }

  /// Where the argument of a parameter stands in the text; nil when it is absent.
  private func place(ofParameter index: Int) -> Range<Int>? {
    guard let params, let place = places[index] else { return nil }
    guard place == ParameterPlaces.last else { return params.value(at: place) }
    // The params that are passed over may be a million.
    for later in place..<params.count where params.name(at: later) == signature.parameters[index].key {
      return params.value(at: later)
    }
    return nil
  }
}

// MARK: Reading

extension Arguments {
  /// How many were given, those that are null included.
  package var count: Int { params?.count ?? 0 }

  package func string(_ name: String) -> String? {
    read(name, .string) { JSONString.decode($0) }
  }

  package func boolean(_ name: String) -> Bool? {
    read(name, .boolean) { $0[0] == UInt8(ascii: "t") }
  }

  package func number(_ name: String) -> Double? {
    read(name, .real) { JSONNumber($0)?.double }
  }

  package func integer(_ name: String) -> Int? {
    read(name, .real) { JSONNumber($0)?.integer }
  }

  /// The JSON text of an argument, as it was written; nil when it is absent or null.
  package func text(_ name: String) -> [UInt8]? {
    guard let params, let value = value(of: name), params.kind(of: value) != .null else { return nil }
    return Array(params.text[value])
  }

  /// A name that a ``Router`` looks for.
  package func name(_ name: String) -> MethodName? {
    guard let params, let value = value(of: name), params.kind(of: value) == .string else { return nil }
    return MethodName(literal: value, of: params.text.span, mayHaveEscapes: !params.isPlain)
  }

  /// The JSON text of a param that is not declared, where those are passed over.
  package func undeclared(_ name: ShortBytes) -> ArraySlice<UInt8>? { params?.text(named: name) }

  /// The arguments of a further call, which an argument of this one has; none if it is absent or null.
  ///
  /// - Throws: What is wrong with them.
  package func arguments(
    _ name: String, for signature: MethodSignature
  ) throws(ProtocolProblem) -> Arguments {
    guard let params, let value = value(of: name), params.kind(of: value) == .object else {
      return try Arguments(nil, for: signature)
    }
    return try Arguments(Params(params, argumentsAt: value), for: signature)
  }

  /// An object as a tree.
  package func object(_ name: String) -> JSONValue? {
    read(name, .object) { try? JSONValue.parse($0) }
  }

  package func requestID(_ name: String) -> RequestID? {
    guard let params, let value = value(of: name) else { return nil }
    return RequestID(params.text.span, value)
  }

  /// What a sentence calls an argument: `params.interval`.
  package func words(of name: String) -> String { signature.place.words(of: name) }

  /// Where an argument stands in the params, as a JSON Pointer: by name, or by position as it came.
  package func path(of name: String) -> String {
    guard let index = signature.parameters.firstIndex(where: { $0.name == name }) else {
      return signature.place.pointer(to: name)
    }
    let parameter = signature.parameters[index]
    guard let params, let value = place(ofParameter: index) else {
      return signature.place.pointer(to: parameter)
    }
    return params.pointer(to: parameter, at: value, in: signature.place)
  }

  private func value(of name: String) -> Range<Int>? {
    guard params != nil else { return nil }
    for index in 0..<signature.parameters.count where places[index] != nil {
      if signature.parameters[index].name == name { return place(ofParameter: index) }
    }
    return nil
  }

  /// Reads an argument of that kind; nil when it is absent or null.
  private func read<Value>(
    _ name: String, _ kind: JSONValue.Kind, _ decode: (Span<UInt8>) -> Value?
  ) -> Value? {
    guard let params, let value = value(of: name), params.kind(of: value) == kind else { return nil }
    return decode(params.text.span.extracting(value))
  }
}
