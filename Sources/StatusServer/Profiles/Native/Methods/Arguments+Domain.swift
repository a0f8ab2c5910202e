import Engine
import JSONRPC
import Reactor
import StatusCore

extension Arguments {
  /// The param `name` as a duration, from a number of seconds; nil if it is absent.
  func duration(_ name: String) -> Duration? {
    number(name).map { Duration(nearest: $0) }
  }

  /// One of a few words; nil for none.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of choices: Choice.Type
  ) throws(Problem) -> Choice? {
    guard let given = string(name) else { return nil }
    guard let choice = Choice(rawValue: given) else {
      throw .unknownName(
        given, of: .value(ofParam: words(of: name)), known: choices.allCases.map(\.rawValue),
        path: path(of: name))
    }
    return choice
  }

  /// The resource that the param `resource` names, `state` if it is absent; of a parameterised resource the instance
  /// with the `arguments`.
  ///
  /// - Throws: `invalidParams` for a name that no resource has, and for other arguments than it takes; `overloaded` if
  ///   there are too many instances.
  @LoopActor
  func resource(among resources: Resources) throws(Problem) -> Resource {
    let given = string("resource")
    // Nearly every call has no other params than the name.
    let mayHaveArguments = count > (given == nil ? 0 : 1)
    if given == nil, !mayHaveArguments, let state = resources.state { return state }
    let name = given ?? ResourceName.state.rawValue
    if let resource = resources[name] {
      if mayHaveArguments { try refuseArguments(of: resource) }
      return resource
    }
    if let family = resources.family(name) { return try instance(of: family, in: resources) }
    throw .unknownResource(name, among: resources, path: path(of: "resource"))
  }
}
