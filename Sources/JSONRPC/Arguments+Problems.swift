import Jansson
import Text

extension Arguments {
  /// Says of params that cannot be held what the method makes of them; returns for the id of a request, which
  /// is not read as a number.
  func judge(_ unreadable: UnreadableParams, _ signature: MethodSignature) throws(ProtocolProblem) {
    let steps = unreadable.path.steps
    guard unreadable.isNumber, let first = steps.first else { throw unreadable.problem }
    guard let (parameter, path) = try signature.parameter(at: first) else { throw unreadable.problem }
    let isInside = steps.count > 1
    switch parameter.type {
    case .requestID where !isInside: return
    case .number where !isInside, .integer where !isInside, .object where isInside: throw unreadable.problem
    default: throw parameter.mistyped(got: isInside ? steps[1].container : .real, path: path)
    }
  }
}

extension MethodSignature {
  /// The parameter of that name or place, with its path; nil for a name that is passed over.
  fileprivate func parameter(
    at step: JSONPath.Step
  ) throws(ProtocolProblem) -> (parameter: Parameter, path: String)? {
    switch step {
    case .index(let index):
      guard parameters.indices.contains(index) else { throw tooMany("more") }
      return (parameters[index], "/\(index)")
    case .name(let name):
      if let parameter = parameters.first(where: { $0.name == name }) {
        return (parameter, JSONPointer.token(name))
      }
      guard ignoresUnknownParameters else { throw unknown(name) }
      return nil
    }
  }

  func tooMany(_ count: String) -> ProtocolProblem {
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

extension Parameter {
  func mistyped(got kind: JSONValue.Kind, path: String) -> ProtocolProblem {
    .init(
      .invalidParams, reason: "type", "params.\(name) must be \(type.noun), got \(kind.noun)", path: path)
  }
}

extension JSONPath.Step {
  /// What the step leads into.
  fileprivate var container: JSONValue.Kind {
    switch self {
    case .name: .object
    case .index: .array
    }
  }
}
