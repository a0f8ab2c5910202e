import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import Text

// The param `arguments`, which chooses an instance of a parameterised resource.

extension Arguments {
  /// The instance of a parameterised resource.
  @LoopActor
  func instance(of family: ResourceFamily, in resources: Resources) throws(Problem) -> Resource {
    try resources.instance(
      of: family, with: object("arguments"), at: path(of: "arguments"), words(of: "arguments"))
  }

  /// Refuses arguments of a resource that takes none.
  @LoopActor
  func refuseArguments(of resource: Resource) throws(Problem) {
    guard text("arguments") != nil else { return }
    throw .takesNoArguments(resource, at: path(of: "arguments"), words(of: "arguments"))
  }
}

extension Resources {
  /// The instance of a parameterised resource with the arguments of an object; nil for none.
  ///
  /// - Parameters:
  ///   - path: The JSON Pointer of the object.
  ///   - words: The same as a sentence names it.
  func instance(
    of family: ResourceFamily, with object: JSONValue?, at path: String, _ words: String
  ) throws(Problem) -> Resource {
    do throws(InstanceProblem) {
      return try instance(of: family, with: try values(of: object, for: family))
    } catch {
      switch error {
      case .full(let limit): throw .tooManyInstances(limit)
      case .arguments(let fault): throw Problem(fault, at: path, words)
      }
    }
  }

  private func values(
    of object: JSONValue?, for family: ResourceFamily
  ) throws(InstanceProblem) -> ResourceArguments {
    guard let object, object.kind == .object else {
      let names = family.parameters.joined(separator: ", ")
      throw .arguments(ArgumentFault(nil, .missing, "is required: \(family.name) takes \(names)"))
    }
    var values: [String: String] = [:]
    for (name, value) in object.members {
      values[name] = value.string ?? ""
      guard value.kind != .string, family.parameters.contains(name) else { continue }
      throw .arguments(ArgumentFault(name, .type, "must be a string, got \(value.kind.noun)"))
    }
    return ResourceArguments(values)
  }
}

extension Problem {
  /// `invalidParams`: a resource has arguments and takes none.
  @LoopActor
  static func takesNoArguments(
    _ resource: Resource, at path: String, _ words: String
  ) -> Problem {
    Problem(
      ArgumentFault(nil, .unknown, "must be left out: \(resource.name) takes none"), at: path, words)
  }

  /// `invalidParams`, for arguments that cannot be those of a resource.
  ///
  /// - Parameters:
  ///   - path: The JSON Pointer of the arguments.
  ///   - words: The same as a sentence names it.
  init(_ fault: ArgumentFault, at path: String, _ words: String) {
    var detail = FailureDetail()
    detail.path = path + (fault.name.map(JSONPointer.token) ?? "")
    detail.reason = fault.reason.rawValue
    detail.suggestion = fault.suggestion
    let place = [words, fault.name?.excerpt].compactMap(\.self).joined(separator: ".")
    self.init(
      .invalidParams, detail: detail, explanation: .request(.argument(place, finding: fault.explanation)))
  }
}
