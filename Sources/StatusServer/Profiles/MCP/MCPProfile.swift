import Engine
import JSONRPC
import Jansson
import Logging
import Reactor
import StatusCore

/// The Model Context Protocol (docs/mcp.md): agents and editors spawn it as a server and call its tools.
@LoopActor
final class MCPProfile: Profile {
  let engine: Engine
  let encoder: MCPEncoder
  /// The version that `initialize` has agreed on; nil before, and for clients that name one in each request.
  var negotiated: MCPVersion?
  /// The call that is being performed: a call is performed in the turn in which it is noted.
  private(set) var current = MCPCall(.newestOfHandshake)
  private(set) var tools = MCPToolTable([])
  var subscriptions = MCPSubscriptions()
  var lastMeta = MCPMeta.Last()
  var tasks: MCPTasks
  private weak var session: Session?
  private var hasBegun = false
  var warning = CommandWarning("statusd serve speaks statusd's own")
  private(set) lazy var progress: MCPProgress = MCPProgress(on: engine.timers) { [weak self] isUsed in
    guard let self else { return }
    if isUsed { session?.outbox.news = news }
  } hasNews: { [weak self] in
    self?.session?.endOfTurn?.mark()
  }
  private(set) lazy var news: MCPNews = MCPNews(progress) { [weak self] in self?.session?.outbox.news = nil }

  init(_ engine: Engine, _ encoder: SnapshotEncoder) {
    self.engine = engine
    self.encoder = MCPEncoder(engine, encoder)
    tasks = MCPTasks(limit: engine.configuration.initial.limits.tasks)
  }

  func methods(of session: Session) -> MethodTable {
    self.session = session
    tools = MCPToolTable(MCPToolTable.all(of: session, self))
    // The response to the first request is written in this turn: what begins touches store and sources.
    session.server.loop.onNextTurn { [weak self] in self?.begin() }
    var methods: [any Method] = [
      MCPInitialize(profile: self), MCPPing(), MCPDiscover(profile: self), MCPListTools(profile: self),
      MCPCallTool(profile: self), MCPListResources(profile: self),
      MCPReadResource(profile: self), MCPSubscribe(profile: self, session: session),
      MCPUnsubscribe(profile: self, session: session), MCPCancelled(profile: self, session: session),
      MCPListen(profile: self, session: session),
    ]
    // Where they are off they cost no start anything.
    if tasks.isOn {
      methods += [MCPGetTask(profile: self), MCPUpdateTask(profile: self), MCPCancelTask(profile: self)]
    }
    methods.append(MCPListTemplates(profile: self))
    return MethodTable(methods.map { Unconfigured.replacing($0, in: session.server) })
  }

  /// Why no tool works; nil where they do.
  var misconfiguration: Misconfiguration? { session?.server.misconfiguration }

  func goOn(from former: any Profile, in session: Session) {
    guard let former = former as? MCPProfile else { return }
    self.session = session
    negotiated = former.negotiated
    if former.hasBegun { begin() }
  }

  /// Begins what the configuration polls, if that has not begun; a call that needs values begins it earlier.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    session?.begin()
  }

  func end() { tasks.end(at: engine.date) }

  func note(of call: Call) throws(CallRefusal) -> (any CallNote)? {
    let noted = try judged(call)
    current = noted
    return noted
  }

  var problemOfBatch: ProtocolProblem? {
    if negotiated?.hasBatches == true { return nil }
    return ProtocolProblem(
      .invalidRequest, reason: "batch", "A message must be one object: only 2025-03-26 has batches")
  }

  /// A cancelled request gets nothing more.
  ///
  /// An error that names no request is logged where the version has no message for it.
  func answers(_ id: RequestID, _ call: CallContext, with failure: Failure) -> Bool {
    if failure.kind == .requestCancelled {
      if let noted = call.note as? MCPCall { progress.end(noted) }
      if let session { stopListening(id, for: session) }
      return false
    }
    guard !id.isOfMCP, let negotiated, !negotiated.hasErrorsWithoutID else { return true }
    session?.logger.error("a message was refused", metadata: ["reason": "\(failure.failureReason)"])
    return false
  }

  func response(
    to id: RequestID, of call: CallContext, with outcome: Result<JSONText, Failure>, in json: inout JSONWriter
  ) {
    let noted = call.note as? MCPCall
    if let noted { progress.end(noted) }
    switch outcome {
    case .success(let result): json.response(to: id, result, of: noted)
    case .failure(let failure):
      if let noted, noted.isToolCall, failure.kind != .shuttingDown {
        json.response(to: id, MCPToolContent(failure).text(in: noted.version), of: noted)
      } else {
        json.response(to: id, failure, noted?.errorForm, in: noted?.version)
      }
    }
  }

  func wants(_ change: Change) -> Bool {
    switch change {
    case .resource(let id): return subscriptions.include(id) || subscriptions.isHeard(change)
    case .location(let id): return subscriptions.include(id) || subscriptions.isHeard(change)
    case .attempt(let id, let number, let limit):
      // An attempt is news of the calls that wait for it, and no message of its own.
      progress.attempted(id, number: number, limit: limit)
      return false
    }
  }

  func publish(_ change: Change, coalesced: Int, to write: MessageOutput) {
    guard let uri = MCPURI(change) else { return }
    if subscriptions.include(change) {
      write { json in
        json.notification("notifications/resources/updated") { json in
          json.object { $0.member("uri", uri.description) }
        }
      }
    }
    for listener in subscriptions.listeners where listener.listens(to: change) {
      listener.publish(uri, to: write)
    }
  }
}

extension SessionProfile {
  /// The Model Context Protocol.
  package static let mcp = SessionProfile(
    NotificationMethods(
      resource: "notifications/resources/updated", location: "notifications/resources/updated",
      attempt: "notifications/progress"),
    notesCalls: true, beginsByItself: true
  ) { MCPProfile($0, $1) }
}
