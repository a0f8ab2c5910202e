package import Jansson

/// Gets the text of each frame, or the problem of one that cannot be taken, whose text is empty.
package typealias FrameObserver = (Span<UInt8>, ProtocolProblem?) -> Void

/// Reads the messages of a stream: bytes go in with ``append(_:)``, what each frame holds comes out of ``next()``.
///
/// It owns both decoders, so that a message is decoded where its bytes were received, without a copy of them, and so
/// that whoever keeps the reader gives it exclusive access once for each message.
package struct MessageReader: Sendable {
  private var frames: FrameDecoder
  private var messages: MessageDecoder

  /// - Parameters:
  ///   - framing: nil finds out from the first byte that is no white space.
  ///   - messageLimit: The longest message in bytes.
  ///   - batchLimit: Members of a batch at most.
  package init(framing: Framing?, messageLimit: Int, budget: JSONBudget, batchLimit: Int) {
    frames = FrameDecoder(framing: framing, messageLimit: messageLimit)
    messages = MessageDecoder(budget: budget, batchLimit: batchLimit)
  }

  /// Goes on with other limits, which the next message has to keep.
  package mutating func limit(messageBytes: Int, budget: JSONBudget, batch: Int) {
    frames.limit = messageBytes
    messages = MessageDecoder(budget: budget, batchLimit: batch)
  }

  /// nil until the first byte has decided it.
  package var framing: Framing? { frames.framing }

  /// Adds what was read; ask ``next()`` until it has nothing more before adding again.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    frames.append(bytes)
  }

  /// What the next frame holds; nil when more bytes are needed.
  package mutating func next() -> FrameContent? {
    guard let event = frames.next() else { return nil }
    return Self.content(of: event, in: frames, by: &messages)
  }

  /// As ``next()``; also says whether another message may be waiting, so that one that comes alone is asked for once.
  package mutating func next(hasMore: inout Bool) -> FrameContent? {
    let content = next()
    hasMore = content != nil && !frames.isSpent
    return content
  }

  /// As ``next()``, and lends the frame to an observer first.
  package mutating func next(observedBy observer: FrameObserver) -> FrameContent? {
    guard let event = frames.next() else { return nil }
    Self.lend(event, of: frames, to: observer)
    return Self.content(of: event, in: frames, by: &messages)
  }

  /// What the end of the stream brings, after ``next()`` has given nil.
  package mutating func finish() -> FrameContent? {
    guard let event = frames.finish() else { return nil }
    return Self.content(of: event, in: frames, by: &messages)
  }

  /// As ``finish()``, and lends the frame to an observer first.
  package mutating func finish(observedBy observer: FrameObserver) -> FrameContent? {
    guard let event = frames.finish() else { return nil }
    Self.lend(event, of: frames, to: observer)
    return Self.content(of: event, in: frames, by: &messages)
  }

  /// A frame that is none is a message that is none.
  private static func content(
    of event: FrameEvent, in frames: borrowing FrameDecoder, by messages: inout MessageDecoder
  ) -> FrameContent {
    switch event {
    case .message(let range): messages.decode(frames.buffer.span.extracting(range))
    case .problem(let problem): .single(.invalid(.null, problem))
    }
  }

  private static func lend(
    _ event: FrameEvent, of frames: borrowing FrameDecoder, to observer: FrameObserver
  ) {
    switch event {
    case .message(let range): observer(frames.buffer.span.extracting(range), nil)
    case .problem(let problem):
      let none: [UInt8] = []
      observer(none.span, problem)
    }
  }
}
