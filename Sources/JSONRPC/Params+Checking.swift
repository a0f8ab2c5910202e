import Jansson
import Text

extension Params {
  /// Checks the value of a declared param.
  ///
  /// - Parameter index: Which of the signature's it is; by index, for no copy is made of one whose value is right.
  func check(
    _ value: Range<Int>, _ index: Int, of signature: MethodSignature
  ) throws(ProtocolProblem) {
    let (kind, place) = (kind(of: value), signature.place)
    if kind == .null, !signature.parameters[index].isRequired { return }
    switch (signature.parameters[index].type, kind) {
    // What is in arguments is checked with the signature that they belong to.
    case (.string, .string), (.boolean, .boolean), (.arguments, .object): break
    // An id is never read as a number.
    case (.requestID, .string), (.requestID, .real), (.requestID, .null): break
    case (.number(let range), .real):
      let number = try number(value, in: place)
      guard range.contains(number.double) else { throw beyond(range, number, index, value, of: signature) }
    case (.integer, .real):
      guard try number(value, in: place).integer == nil else { return }
      throw mistyped(index, value, of: signature)
    case (.stringOrObject, .string): break
    case (.object, .object), (.stringOrObject, .object), (.objectOrArray, .object), (.objectOrArray, .array):
      try checkFlaws(value, in: place)
    default: throw mistyped(index, value, of: signature)
    }
  }

  /// Checks a param that is not declared.
  func checkUnknown(at index: Int, _ signature: MethodSignature) throws(ProtocolProblem) {
    let name = literal(at: index)
    guard signature.ignoresUnknownParameters else {
      throw signature.unknown(JSONString.decode(text.span.extracting(name)))
    }
    // What is passed over must be as readable as the rest.
    try checkFlaws(name.lowerBound..<value(at: index).upperBound, in: signature.place)
  }

  private func beyond(
    _ range: ClosedRange<Double>, _ number: JSONNumber, _ index: Int, _ value: Range<Int>,
    of signature: MethodSignature
  ) -> ProtocolProblem {
    let (parameter, place) = (signature.parameters[index], signature.place)
    return .init(
      .invalidParams, reason: "range",
      """
      \(place.words(of: parameter.name)) must be between \(plain(range.lowerBound)) and \
      \(plain(range.upperBound)), got \(plain(number.double))
      """,
      path: pointer(to: parameter, at: value, in: place))
  }

  private func number(
    _ value: Range<Int>, in place: ArgumentsPlace
  ) throws(ProtocolProblem) -> JSONNumber {
    if let number = JSONNumber(text.span.extracting(value)) { return number }
    throw problem(of: .numberRange, endingAt: value.upperBound, in: place)
  }

  private func checkFlaws(_ range: Range<Int>, in place: ArgumentsPlace) throws(ProtocolProblem) {
    guard !isPlain else { return }
    if let flaw = JSONFlaw.first(in: text.span.extracting(range)) {
      throw problem(of: flaw.kind, endingAt: range.lowerBound + flaw.end, in: place)
    }
  }

  private func mistyped(
    _ index: Int, _ value: Range<Int>, of signature: MethodSignature
  ) -> ProtocolProblem {
    let type = signature.parameters[index].type
    // Not by `words(of:)`, which makes a string of its own first.
    return .init(
      .invalidParams, reason: "type",
      """
      \(signature.place.prefix)\(signature.parameters[index].name) must be \(type.noun), \
      got \(kind(of: value).noun)
      """,
      path: pointer(to: signature.parameters[index], at: value, in: signature.place))
  }
}

extension MethodSignature {
  func tooMany(_ count: Int) -> ProtocolProblem {
    .init(
      .invalidParams, reason: "arity", "\(name) takes \(parameters.count) \(place.noun)s, got \(count)",
      path: "/\(parameters.count)")
  }

  func unknown(_ unknown: String) -> ProtocolProblem {
    let nearest = nearest(to: unknown)
    return .init(
      .invalidParams, reason: "unknown",
      "\(name) has no \(place.noun) \"\(unknown.excerpt)\"\(didYouMean: nearest)",
      path: place.pointer(to: unknown), suggestion: nearest)
  }

  private func nearest(to unknown: String) -> String? {
    guard var search = NearestSearch(for: unknown) else { return nil }
    for index in 0..<parameters.count { search.consider(parameters[index].name) }
    return search.nearest
  }
}

/// A number as a person writes it: 10 and not 10.0.
private func plain(_ number: Double) -> String {
  var writer = JSONWriter()
  writer.number(number)
  return String(decoding: writer.bytes, as: UTF8.self)
}
