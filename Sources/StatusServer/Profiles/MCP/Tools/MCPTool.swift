import Engine
import JSONRPC
import Reactor
import StatusCore

/// One tool of an agent, in a type and a file of its own.
///
/// Its description stands in `schema/mcp/tools.json`; a test compares both.
@LoopActor
protocol MCPTool {
  var signature: MethodSignature { get }

  /// Performs the tool.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, already checked against ``signature``.
  ///   - call: The request; the result is written for its version.
  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult

  /// Whether the call means nothing while the configuration is wrong.
  func needsConfiguration(_ arguments: Arguments) -> Bool
}

extension MCPTool {
  func needsConfiguration(_ arguments: Arguments) -> Bool { true }
}

extension MethodSignature {
  /// That of a tool, whose arguments are a param of `tools/call`.
  static func tool(_ name: String, _ parameters: [Parameter] = []) -> MethodSignature {
    MethodSignature(name, parameters, in: .arguments)
  }
}
