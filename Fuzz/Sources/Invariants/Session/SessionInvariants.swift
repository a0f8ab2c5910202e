import Engine
import JSONRPC
import Jansson
package import Reactor

@testable import StatusServer

/// Plays one input to a whole session on manual time, with built-in sources, and holds what it writes to
/// the contract: every message that is to be answered has one answer, and the session ends in good order.
@LoopActor
package final class SessionInvariants {
  private let input: SessionInput
  private let clock = ManualClock(loop: LoopActor.shared.loop)
  private let session: Session
  private let conversation: Conversation
  private var frames: FrameDecoder
  private var messages: MessageDecoder
  private var statuses: [Int32] = []

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let input = SessionInput(bytes) else { return }
    try SessionInvariants(input).play()
  }

  private init(_ input: SessionInput) {
    let limits = input.configuration.limits
    self.input = input
    let conversation = Conversation()
    self.conversation = conversation
    session = Stage.session(input.configuration, clock, isFickle: input.isFickle) { conversation.write($0) }
    frames = FrameDecoder(framing: input.framing, messageLimit: limits.messageBytes)
    messages = MessageDecoder(budget: limits.budget, batchLimit: limits.batch)
    session.onEnd = { [weak self] status in
      self?.statuses.append(status)
      conversation.end()
    }
  }

  private func play() throws(Violation) {
    for piece in input.pieces where session.isReceiving {
      frames.append(piece)
      while session.isReceiving, let event = frames.next() { take(event) }
      endTurn(after: input.pause)
    }
    while session.isReceiving, let event = frames.finish() { take(event) }
    if session.isReceiving { session.inputEnded() }
    // Every fetch of the demo has ended by then, and the drain deadline has not passed.
    endTurn(after: .seconds(5))
    // A wait may last until that deadline, which refuses it.
    if statuses.isEmpty, conversation.mentions("waitFor") { endTurn(after: SessionOptions().drainTimeout) }
    endTurn(after: .zero)
    try conversation.check()
    try require(statuses.count == 1, "the session has ended \(statuses.count) times: \(statuses)")
    try require(statuses == [0] || conversation.mentions("exit"), "the session ended with \(statuses)")
  }

  private func take(_ event: FrameEvent) {
    switch event {
    case .problem(let problem):
      conversation.ask(problem)
      session.receive(.single(.invalid(.null, problem)))
    case .message(let range):
      let text = Array(frames.bytes(range))
      let content = messages.decode(text.span)
      conversation.ask(content, text)
      session.receive(content)
    }
  }

  /// As the connection does it: notifications at the end of a turn, and the end when all is written.
  private func endTurn(after pause: Duration) {
    flush()
    clock.timers.advance(by: pause) { flush() }
    flush()
  }

  private func flush() {
    LoopActor.shared.loop.runUntilIdle()
    session.flushNotifications()
    session.outputWritten()
  }
}
