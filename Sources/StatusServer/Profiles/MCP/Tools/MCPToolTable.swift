import Engine
import JSONRPC
import Reactor

/// The tools of a session, by their names.
@LoopActor
final class MCPToolTable {
  /// A class, so that a call finds both for the price of one reference.
  @LoopActor
  final class Entry {
    let tool: any MCPTool
    let signature: MethodSignature

    init(_ tool: any MCPTool) {
      (self.tool, signature) = (tool, tool.signature)
    }
  }

  private let entries: [Entry]
  private let router: Router
  let names: [String]

  init(_ tools: [any MCPTool]) {
    entries = tools.map { Entry($0) }
    names = entries.map(\.signature.name)
    router = Router(names)
  }

  subscript(name: MethodName) -> Entry? {
    guard let index = router.index(of: name) else { return nil }
    return entries[index]
  }

  /// All tools, in the order in which they are listed.
  static func all(of session: Session, _ profile: MCPProfile) -> [any MCPTool] {
    let clock = session.engine.clock.map { MCPAdvanceClock(clock: $0) as any MCPTool }
    return [
      MCPListResourcesTool(profile: profile),
      MCPGetState(resources: profile.engine.resources, encoder: profile.encoder),
      MCPRefresh(profile: profile),
      MCPWaitFor(profile: profile), MCPSetAutoPolling(profile: profile, owner: session.owner),
      MCPRetry(profile: profile, owner: session.owner, failures: session.failures),
      MCPGetLocation(profile: profile),
    ] + [clock].compactMap(\.self)
  }
}
