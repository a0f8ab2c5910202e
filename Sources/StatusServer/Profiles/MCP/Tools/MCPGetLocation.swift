import Engine
import JSONRPC
import Jansson
import StatusCore

/// `get_location`: where this computer is, once that is known.
struct MCPGetLocation: MCPTool {
  unowned let profile: MCPProfile

  let signature = MethodSignature.tool("get_location", [.optional("timeout", .number(0...60))])

  /// A receiver that has a fix reports within it.
  private static let usualTimeout = Duration.seconds(5)

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let timeout = arguments.duration("timeout") ?? Self.usualTimeout
    let (engine, encoder) = (profile.engine, profile.encoder)
    return .later(Wait(operation: Operation("get_location"), resource: nil)) {
      engine.findLocation(within: timeout).map { snapshot in
        MCPToolContent(encoder.location(snapshot)).text(in: call.version)
      }
    }
  }
}
