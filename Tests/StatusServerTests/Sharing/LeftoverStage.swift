import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Logging
import Reactor
import StatusCore
import TestSupport

@testable import StatusServer

/// A server whose sessions come, do everything that leaves something to clean up, and go in every way.
///
/// Time stands still but for what a session's end needs, and nothing is ever fetched unless a test says so: whatever
/// a session has begun is under way when it ends.
@LoopActor
final class LeftoverStage {
  private let parts = ScriptedParts()
  private let loop = LoopActor.shared.loop
  let server: Server
  private(set) var remains: [Remains] = []

  /// What is to be gone with a session, and why.
  struct Remains {
    let what: String
    weak var session: Session?
    weak var owner: Owner?
    weak var hook: LoopHook?

    @LoopActor var isGone: Bool { session == nil && owner == nil && hook == nil }
  }

  /// How a session ends.
  enum End: String, CaseIterable {
    case input, exit, shutdownAndExit, reader, client
  }

  private enum Life: String, CaseIterable {
    case nothing, calls, screens, location, polling, agent, listening
  }

  init() {
    var configuration = Configuration.plain
    configuration.resources[0].policy.totalTimeout = .seconds(3_600)
    configuration.resources[0].policy.attemptTimeout = .seconds(3_600)
    server = Server(
      configuration, parts: parts.engineParts(for: configuration), isShared: true, loop: loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  var state: ScriptedSource { parts.state }
  var location: ScriptedLocation { parts.location }
  var timers: TimerQueue { parts.clock.timers }

  /// Every life ends in every way, in turn.
  func play(_ number: Int) {
    let life = Life.allCases[number % Life.allCases.count]
    play(life, endingBy: End.allCases[number / Life.allCases.count % End.allCases.count])
  }

  private func play(_ life: Life, endingBy end: End) {
    let isAgent = life == .agent || life == .listening
    let session = Session(
      server, profile: isAgent ? .mcp : .native, timers: timers
    ) { _ = JSONText($0) }
    let hook = loop.atEndOfMarkedTurns { [unowned session] in session.flushNotifications() }
    session.endOfTurn = hook
    var hasEnded = false
    session.onEnd = { _ in hasEnded = true }
    if !isAgent { session.begin() }
    for message in Self.messages(of: life) { hand(message, to: session) }
    loop.runUntilIdle()
    session.flushNotifications()
    perform(end, on: session)
    // The drain deadline, and what is left after it.
    for _ in 0..<3 where !hasEnded { advance(by: .seconds(10)) }
    hook.cancel()
    precondition(hasEnded, "\(life), \(end): the session does not end")
    remains.append(
      Remains(what: "\(life), \(end)", session: session, owner: session.owner, hook: hook))
  }

  func advance(by duration: Duration) {
    timers.advance(by: duration) { loop.runUntilIdle() }
    loop.runUntilIdle()
  }

  private func hand(_ message: String, to session: Session) {
    var decoder = MessageDecoder(budget: Limits().budget, batchLimit: 10)
    session.receive(decoder.decode(Array(message.utf8).span))
  }

  private func perform(_ end: End, on session: Session) {
    switch end {
    case .input: session.inputEnded()
    case .exit: hand(#"{"jsonrpc":"2.0","method":"exit"}"#, to: session)
    case .shutdownAndExit:
      hand(#"{"jsonrpc":"2.0","id":"s","method":"shutdown"}"#, to: session)
      hand(#"{"jsonrpc":"2.0","method":"exit"}"#, to: session)
    case .reader: session.readerLeft()
    case .client: session.abandoned()
    }
    // What knows neither method ends with its input, as a client that is killed does.
    session.inputEnded()
  }
}

// MARK: Lives

extension LeftoverStage {
  private static func messages(of life: Life) -> [String] {
    switch life {
    case .nothing: []
    case .calls:
      [
        request("refresh"), request("waitFor", #"{"until":{"path":"/never","exists":true}}"#),
        request("nothing"), request("fetchMenu"), request("$/cancelRequest", #"{"id":1}"#),
      ]
    case .screens:
      [
        request("openScreen", #"{"parts":{"a":{"resource":"state"}},"location":true,"fetch":"missing"}"#),
        request("press", #"{"screenId":"s1","button":"startLocation"}"#),
        request("openScreen", #"{"parts":{"a":{"resource":"state"},"b":{"resource":"menu"}}}"#),
      ]
    case .location: [request("subscribeLocation"), request("subscribeLocation", #"{"minInterval":5}"#)]
    case .polling:
      [request("setAutoPolling", #"{"enabled":true,"interval":5}"#), request("getState")]
    case .agent:
      [
        request("initialize", #"{"protocolVersion":"2025-11-25"}"#),
        tool("wait_for", #"{"until":{"path":"/never","exists":true}}"#, token: 1),
        tool("refresh", "{}", token: 2), tool("set_auto_polling", #"{"enabled":true}"#),
        request("resources/subscribe", #"{"uri":"statusd://location"}"#),
      ]
    case .listening:
      [
        request(
          "subscriptions/listen",
          #"{"notifications":{"resourceSubscriptions":["statusd://resource/state"]},\#(meta)}"#)
      ]
    }
  }

  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
    + #""io.modelcontextprotocol/clientCapabilities":{}}"#

  private static func request(_ method: String, _ params: String = "{}") -> String {
    let id = method == "refresh" ? "1" : #""\#(method)""#
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  private static func tool(_ name: String, _ arguments: String, token: Int? = nil) -> String {
    let progress = token.map { #","_meta":{"progressToken":\#($0)}"# } ?? ""
    return #"{"jsonrpc":"2.0","id":"\#(name)","method":"tools/call","#
      + #""params":{"name":"\#(name)","arguments":\#(arguments)\#(progress)}}"#
  }
}
