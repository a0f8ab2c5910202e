import Jansson
import Text

extension Params {
  /// Checks the value of a declared param.
  func check(_ value: Range<Int>, _ parameter: Parameter) throws(ProtocolProblem) {
    let kind = kind(of: value)
    if kind == .null, !parameter.isRequired { return }
    switch (parameter.type, kind) {
    case (.string, .string), (.boolean, .boolean): break
    // An id is never read as a number.
    case (.requestID, .string), (.requestID, .real), (.requestID, .null): break
    case (.number(let range), .real): try check(try number(value), parameter, range, value)
    case (.integer, .real):
      guard try number(value).integer == nil else { return }
      throw mistyped(parameter, value)
    case (.stringOrObject, .string): break
    case (.object, .object), (.stringOrObject, .object), (.objectOrArray, .object), (.objectOrArray, .array):
      try checkFlaws(value)
    default: throw mistyped(parameter, value)
    }
  }

  /// Checks a param that is not declared.
  func checkUnknown(at index: Int, _ signature: MethodSignature) throws(ProtocolProblem) {
    let name = literal(at: index)
    guard signature.ignoresUnknownParameters else {
      throw signature.unknown(JSONString.decode(text.span.extracting(name)))
    }
    // What is passed over must be as readable as the rest.
    try checkFlaws(name.lowerBound..<value(at: index).upperBound)
  }

  private func check(
    _ number: JSONNumber, _ parameter: Parameter, _ range: ClosedRange<Double>, _ value: Range<Int>
  ) throws(ProtocolProblem) {
    guard !range.contains(number.double) else { return }
    throw .init(
      .invalidParams, reason: "range",
      "params.\(parameter.name) must be between \(plain(range.lowerBound)) and \(plain(range.upperBound)), "
        + "got \(plain(number.double))", path: pointer(toWhatEndsAt: value.upperBound))
  }

  private func number(_ value: Range<Int>) throws(ProtocolProblem) -> JSONNumber {
    if let number = JSONNumber(text.span.extracting(value)) { return number }
    throw problem(of: .numberRange, endingAt: value.upperBound)
  }

  private func checkFlaws(_ range: Range<Int>) throws(ProtocolProblem) {
    if let flaw = JSONFlaw.first(in: text.span.extracting(range)) {
      throw problem(of: flaw.kind, endingAt: range.lowerBound + flaw.end)
    }
  }

  private func mistyped(_ parameter: Parameter, _ value: Range<Int>) -> ProtocolProblem {
    .init(
      .invalidParams, reason: "type",
      "params.\(parameter.name) must be \(parameter.type.noun), got \(kind(of: value).noun)",
      path: pointer(toWhatEndsAt: value.upperBound))
  }
}

extension MethodSignature {
  func tooMany(_ count: Int) -> ProtocolProblem {
    .init(
      .invalidParams, reason: "arity", "\(name) takes \(parameters.count) params, got \(count)",
      path: "/\(parameters.count)")
  }

  func unknown(_ unknown: String) -> ProtocolProblem {
    let nearest = unknown.nearest(in: parameters.map(\.name))
    let hint = nearest.map { ", did you mean \($0)?" } ?? ""
    return .init(
      .invalidParams, reason: "unknown", "\(name) has no param \(unknown.quoted)\(hint)",
      path: JSONPointer.token(unknown), suggestion: nearest)
  }
}

/// A number as a person writes it: 10 and not 10.0.
private func plain(_ number: Double) -> String {
  var writer = JSONWriter()
  writer.number(number)
  return String(decoding: writer.bytes, as: UTF8.self)
}
