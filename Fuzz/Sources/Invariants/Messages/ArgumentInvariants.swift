import JSONRPC
import Jansson
import Reactor

/// Binds a call's params to every signature that the daemon has, whatever method the call names.
@LoopActor
enum ArgumentInvariants {
  static func check(_ call: Call, _ params: JSONNode?) throws(Violation) {
    for signature in Stage.signatures {
      let expected = ExpectedArguments(params, signature)
      switch Result(catching: { () throws(ProtocolProblem) in try Arguments(call.params, for: signature) }) {
      case .success(let arguments):
        try require(expected.fit, "\(signature.name) takes params that do not fit it")
        for (index, parameter) in signature.parameters.enumerated() {
          try check(arguments, parameter, expected.value(at: index))
        }
      case .failure(let problem):
        try require(!expected.fit, "\(signature.name) refuses params that fit it: \(problem)")
        try check(problem)
      }
    }
  }

  private static func check(_ problem: ProtocolProblem) throws(Violation) {
    let reasons = ["unknown", "missing", "type", "range", "arity"]
    try require(problem.code == .invalidParams, "params that do not fit are \(problem)")
    try require(
      reasons.contains(problem.reason ?? ""), "params that do not fit have no known reason: \(problem)")
    try require(problem.path?.hasPrefix("/") ?? false, "params that do not fit have no path: \(problem)")
  }

  /// What is read back is what was given.
  private static func check(
    _ arguments: Arguments, _ parameter: Parameter, _ value: JSONNode?
  ) throws(Violation) {
    let name = parameter.name
    let given = value.flatMap { $0.isNull && parameter.type != .requestID ? nil : $0 }
    let isSame =
      switch parameter.type {
      case .string: arguments.string(name).map { Array($0.utf8) } == given?.string
      case .boolean: arguments.boolean(name) == given?.boolean
      case .number: arguments.number(name) == given?.number
      case .integer: (arguments.integer(name) == nil) == (given == nil)
      case .object: arguments.object(name)?.count == given?.members.count
      case .stringOrObject, .objectOrArray, .arguments: arguments.text(name)?[...] == given?.text
      case .requestID: arguments.requestID(name)?.bytes[...] == given?.text
      }
    try require(isSame, "\(name) reads back differently from \(given?.text.quoted ?? "nothing")")
  }
}

extension JSONNode {
  fileprivate var boolean: Bool? {
    guard case .boolean(let value) = content else { return nil }
    return value
  }
}
