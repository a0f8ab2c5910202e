import Engine
import JSONRPC
import Reactor
import StatusCore

extension Arguments {
  /// The param `name` as a duration, from a number of seconds; nil if it is absent.
  func duration(_ name: String) -> Duration? {
    number(name).map { Duration(nearest: $0) }
  }

  /// The resource that the param `resource` names; `state` if it is absent.
  ///
  /// - Throws: `invalidParams` for a name that no resource has.
  @LoopActor
  func resource(of engine: Engine) throws(Problem) -> Resource {
    let given = string("resource")
    if given == nil, let state = engine.resources.state { return state }
    let name = given ?? ResourceName.state.rawValue
    if let resource = engine.resources[name] { return resource }
    throw .unknownName(
      name, of: "resource", known: engine.resources.all.map(\.name.rawValue), path: path(of: "resource"))
  }
}
