import Engine
import JSONRPC
import Reactor

/// The tools of a session, by their names.
@LoopActor
struct MCPToolTable {
  struct Entry {
    let tool: any MCPTool
    let signature: MethodSignature
  }

  private let entries: [Entry]
  let names: [String]

  init(_ tools: [any MCPTool]) {
    entries = tools.map { Entry(tool: $0, signature: $0.signature) }
    names = entries.map(\.signature.name)
  }

  subscript(name: String) -> Entry? {
    names.firstIndex(of: name).map { entries[$0] }
  }

  /// All tools, in the order in which they are listed.
  static func all(of session: Session, _ profile: MCPProfile) -> [any MCPTool] {
    let clock = session.engine.clock.map { MCPAdvanceClock(clock: $0) as any MCPTool }
    return [
      MCPListResourcesTool(profile: profile), MCPGetState(profile: profile), MCPRefresh(profile: profile),
      MCPWaitFor(profile: profile), MCPSetAutoPolling(profile: profile, owner: session.owner),
      MCPRetry(profile: profile, owner: session.owner, failures: session.failures),
      MCPGetLocation(profile: profile),
    ] + [clock].compactMap(\.self)
  }
}
