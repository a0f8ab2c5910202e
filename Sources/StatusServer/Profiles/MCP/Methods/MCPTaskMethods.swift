import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import Text

/// `tasks/get`: what has become of a task, with its result once there is one.
struct MCPGetTask: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature("tasks/get", [.required("taskId", .string)], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(try profile.task(arguments).text)
  }
}

/// `tasks/update`: takes what a task has asked for.
///
/// No task of this server asks for anything.
struct MCPUpdateTask: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "tasks/update", [.required("taskId", .string), .required("inputResponses", .object)],
    ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    _ = try profile.task(arguments)
    return .result(JSONText { $0.object { _ in } })
  }
}

/// `tasks/cancel`: gives up a wait.
struct MCPCancelTask: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "tasks/cancel", [.required("taskId", .string)], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    try profile.task(arguments).cancel(at: profile.engine.date)
    return .result(JSONText { $0.object { _ in } })
  }
}

extension MCPProfile {
  fileprivate func task(_ arguments: Arguments) throws(Problem) -> MCPTask {
    let id = arguments.string("taskId") ?? ""
    if let task = tasks.find(id, at: engine.timers.now) { return task }
    throw Problem(
      ProtocolProblem(
        .invalidParams, reason: "unknown", "There is no task \(id.quoted), or it is over for an hour",
        path: "/taskId"))
  }
}
