import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Logging
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A session in this process: the test is the client, the sources and the clock.
@LoopActor
final class Conversation: ManualPlay {
  private let parts: ScriptedParts
  let session: Session
  private var decoder: MessageDecoder
  private let sent = Mailbox()
  private let transcript: Transcript

  private(set) var statuses: [Int32] = []
  private(set) var stops = 0
  /// How many responses are due for each id as written; "null" is for messages without an id.
  private var due: [String: Int] = [:]

  /// - Parameters:
  ///   - live: How the source of `state` delivers values by itself.
  ///   - misconfiguration: Why nothing is served.
  init(
    test: String = #function, drainTimeout: Duration = .seconds(10), live: LiveMode? = nil,
    misconfiguration: Misconfiguration? = nil,
    _ configure: (inout Configuration) -> Void = { _ in }
  ) {
    transcript = Transcript(test)
    parts = ScriptedParts(live: live)
    var configuration = Configuration.plain
    configuration.file = misconfiguration?.file
    configure(&configuration)
    let server = Server(
      configuration, parts: parts.engineParts(for: configuration), misconfiguration: misconfiguration,
      loop: LoopActor.shared.loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    decoder = MessageDecoder(budget: configuration.limits.budget, batchLimit: configuration.limits.batch)
    var options = SessionOptions()
    options.drainTimeout = drainTimeout
    session = Session(server, options, timers: parts.clock.timers) { [sent, transcript] in
      let message = JSONText($0)
      sent.messages.append(message)
      transcript.note(.received, message.description)
    }
    parts.clock.observe(session.owner) { [weak self] in self?.session.flushNotifications() }
    session.onEnd = { [weak self] in self?.statuses.append($0) }
    session.onStopReceiving = { [weak self] in self?.stops += 1 }
    session.begin()
  }

  /// Calls that still wait at the end of a test get no response.
  isolated deinit {
    transcript.noteKilled()
  }
}

// MARK: The engine's parts

extension Conversation {
  var engine: Engine { session.engine }
  var clock: ManualClock { parts.clock }
  var timers: TimerQueue { clock.timers }
  var state: ScriptedSource { parts.state }
  var menu: ScriptedSource { parts.menu }
  var instances: ScriptedInstances { parts.instances }
  var location: ScriptedLocation { parts.location }
  var store: ScriptedStore { parts.store }
  var means: ScriptedMeans { parts.means }
}

/// What the session wrote and the test has not read yet.
@LoopActor
private final class Mailbox {
  var messages: [JSONText] = []
}

// MARK: Speaking

extension Conversation {
  /// Sends these messages in one turn of the loop.
  func send(_ messages: String...) {
    for message in messages { hand(message) }
    endTurn()
  }

  /// Sends one message while the turn goes on.
  func hand(_ message: String) {
    transcript.note(.sent, message)
    let content = decoder.decode(Array(message.utf8).span)
    note(content)
    session.receive(content)
  }

  /// Sends a call; without an id a notification.
  func call(_ method: String, _ params: String? = nil, id: String? = "1") {
    let members = [
      #""jsonrpc":"2.0""#, id.map { #""id":\#($0)"# }, #""method":"\#(method)""#,
      params.map { #""params":\#($0)"# },
    ]
    send("{" + members.compactMap(\.self).joined(separator: ",") + "}")
  }

  /// Sends what is no message at all.
  func send(_ problem: ProtocolProblem) {
    due["null", default: 0] += 1
    session.receive(.single(.invalid(.null, problem)))
  }

  func advance(by duration: Duration) {
    timers.advance(by: duration) { LoopActor.shared.loop.runUntilIdle() }
    endTurn()
  }

  /// What the connection does at the end of a turn whose output was written.
  func endTurn() {
    LoopActor.shared.loop.runUntilIdle()
    session.flushNotifications()
    session.outputWritten()
  }

  private func note(_ content: FrameContent) {
    let messages =
      switch content {
      case .single(let message): [message]
      case .batch(let messages): messages
      }
    for message in messages {
      switch message {
      case .call(let call): if let id = call.id { due[id.description, default: 0] += 1 }
      case .invalid(let id, _): due[id.description, default: 0] += 1
      case .ignored: break
      }
    }
  }
}

// MARK: Listening

extension Conversation {
  /// What was written since the last call.
  func read(sourceLocation: SourceLocation = #_sourceLocation) -> [Sent] {
    defer { sent.messages = [] }
    do {
      return try sent.messages.map { text in
        let message = try Sent(text)
        for response in message.responses { settle(response, sourceLocation) }
        return message
      }
    } catch {
      Issue.record("the daemon wrote no JSON: \(sent.messages)", sourceLocation: sourceLocation)
      return []
    }
  }

  /// What was written since the last call, in a few words each.
  func words(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    read(sourceLocation: sourceLocation).map(\.description)
  }

  /// The only message that was written since the last call, notifications apart.
  func response(sourceLocation: SourceLocation = #_sourceLocation) -> Sent {
    let responses = read(sourceLocation: sourceLocation).filter { !$0.isNotification }
    #expect(responses.count == 1, "\(responses)", sourceLocation: sourceLocation)
    return responses.first ?? .nothing
  }

  private func settle(_ response: Sent, _ sourceLocation: SourceLocation) {
    // A request under an id that is in use gets a response with id null.
    let isInUse = response["error.data.detail.reason"] == "idInUse"
    let id = (isInUse ? response["error.data.detail.id"] : response.id) ?? "none"
    #expect(
      due[id, default: 0] > 0, "a response to no request: \(response.text)",
      sourceLocation: sourceLocation)
    due[id, default: 0] -= 1
  }

  /// Checks that every request has had exactly one response.
  fileprivate func expectNothingDue(_ sourceLocation: SourceLocation) {
    _ = read(sourceLocation: sourceLocation)
    let waiting = due.filter { $0.value != 0 }
    #expect(waiting.isEmpty, "without exactly one response: \(waiting)", sourceLocation: sourceLocation)
  }
}

/// Holds a conversation, and checks at its end that every request got exactly one response.
@LoopActor
func converse(
  drainTimeout: Duration = .seconds(10), live: LiveMode? = nil, misconfiguration: Misconfiguration? = nil,
  _ configure: (inout Configuration) -> Void = { _ in },
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (Conversation) throws -> Void
) rethrows {
  let conversation = Conversation(
    drainTimeout: drainTimeout, live: live, misconfiguration: misconfiguration, configure)
  try body(conversation)
  conversation.expectNothingDue(sourceLocation)
}
