import Jansson

/// What the decoder found next in the stream.
package enum FrameEvent: Hashable, Sendable {
  /// One message's bytes; read them with ``FrameDecoder/bytes(_:)`` before the next call.
  case message(Range<Int>)
  /// Gets one error response with id null. The decoder has already passed it.
  indirect case problem(ProtocolProblem)
}

/// Cuts a stream of bytes into messages, in either framing.
///
/// Bytes go in with ``append(_:)`` in pieces of any size, events come out of ``next()`` until it gives nil;
/// how the stream was split changes nothing. A byte is looked at once: where the search for the end of a
/// line stopped is remembered (`scanned`). Never more than one message's limit is kept, and of what is
/// skipped, nothing.
///
/// The states, with what is looked for: the first byte, which decides the framing (`undecided`), the end of a
/// line (`line`) or of one too long (`skippingLine`); a header line (`header`), a body of known length
/// (`body`) or the end of one to be skipped (`skippingBody`), and after a bad header the next line that
/// begins with Content-Length (`resynchronising`).
package struct FrameDecoder: Sendable {
  enum State: Hashable, Sendable {
    case undecided
    case line, skippingLine
    case header(HeaderSection)
    case body(length: Int)
    case skippingBody(remaining: Int)
    case resynchronising(atLineStart: Bool)
    case finished(Framing?)
  }

  /// The longest message in bytes, `limits.messageBytes`.
  var limit: Int
  /// The longest header section in bytes.
  static let headerLimit = 8_192
  /// U+FEFF, which some editors write in front of a text.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  var state: State
  var buffer: [UInt8] = []
  /// Bytes before it are done with.
  var head = 0
  /// Bytes from `head` to it hold no end of line.
  var scanned = 0

  /// - Parameter framing: nil finds out from the first byte that is no white space.
  package init(framing: Framing?, messageLimit: Int) {
    limit = messageLimit
    switch framing {
    case nil: state = .undecided
    case .lines: state = .line
    case .headers: state = .header(HeaderSection())
    }
  }

  /// nil until the first byte has decided it.
  package var framing: Framing? {
    switch state {
    case .undecided: nil
    case .line, .skippingLine: .lines
    case .header, .body, .skippingBody, .resynchronising: .headers
    case .finished(let framing): framing
    }
  }

  /// Adds what was read; ask ``next()`` until it has nothing more before adding again.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    // Done-with bytes go when they are most of the buffer, so that each byte moves at most once or twice.
    if head == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.count <= limit)
      (head, scanned) = (0, 0)
    } else if head > buffer.count / 2 {
      buffer.removeSubrange(..<head)
      (head, scanned) = (0, scanned - head)
    }
    buffer += bytes
  }

  /// The bytes of a message that ``next()`` has just given.
  package func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    buffer[range]
  }

  /// The next event in what was added; nil when more bytes are needed.
  package mutating func next() -> FrameEvent? {
    while true {
      switch step() {
      case .event(let event): return event
      case .again: continue
      case .needsMore:
        if buffer.capacity > Self.keptCapacity { giveBack() }
        return nil
      }
    }
  }

  /// The memory that is kept for the next message.
  private static let keptCapacity = 131_072

  /// Whether ``next()`` would find nothing and have nothing to give back.
  var isSpent: Bool { head == buffer.count && buffer.capacity <= Self.keptCapacity }

  /// One large message must not cost its memory for ever.
  private mutating func giveBack() {
    guard head == buffer.count else { return }
    buffer = []
    (head, scanned) = (0, 0)
  }

  /// The event that the end of the stream brings, after ``next()`` has given nil: a last line without LF,
  /// or a parse error for a frame that was cut short.
  ///
  /// The error response for what is being skipped has been given already.
  package mutating func finish() -> FrameEvent? {
    defer { state = .finished(framing) }
    switch state {
    case .undecided, .line:
      // Undecided is what may begin a byte order mark: no one has measured it yet.
      return isTooLong(lineTo: buffer.count) ? tooLarge() : message(head..<buffer.count)
    case .header(let section) where section.isEmpty && isBlank(head..<buffer.count):
      return nil
    case .header, .body:
      return .problem(.init(.parseError, reason: "truncated", "The input ended inside a frame"))
    case .skippingLine, .skippingBody, .resynchronising, .finished:
      return nil
    }
  }
}

// MARK: Steps

extension FrameDecoder {
  enum Step {
    case event(FrameEvent)
    case again
    case needsMore
  }

  private mutating func step() -> Step {
    switch state {
    case .undecided: decide()
    case .line: line()
    case .skippingLine: skipLine()
    case .header(let section): header(section)
    case .body(let length): body(length)
    case .skippingBody(let remaining): skipBody(remaining)
    case .resynchronising(let atLineStart): resynchronise(atLineStart: atLineStart)
    case .finished: .needsMore
    }
  }

  /// White space and a byte order mark say nothing; the byte behind them does: `C` begins Content-Length.
  private mutating func decide() -> Step {
    while head < buffer.count {
      let start = buffer[head...].prefix(Self.byteOrderMark.count)
      switch buffer[head] {
      case 0x20, 0x09, 0x0A, 0x0D: advance(to: head + 1)
      case _ where start.elementsEqual(Self.byteOrderMark): advance(to: start.endIndex)
      case _ where Self.byteOrderMark.starts(with: start): return .needsMore
      case let byte:
        state = byte | 0x20 == UInt8(ascii: "c") ? .header(HeaderSection()) : .line
        return .again
      }
    }
    return .needsMore
  }

  /// A message without the byte order mark and the white space around it; nil when nothing is left.
  func message(_ range: Range<Int>) -> FrameEvent? {
    var range = range
    if buffer.span.extracting(range).beginsWithByteOrderMark {
      range = range.lowerBound + 3..<range.upperBound
    }
    return isBlank(range) ? nil : .message(range)
  }

  func isBlank(_ range: Range<Int>) -> Bool {
    for index in range {
      switch buffer[index] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: return false
      }
    }
    return true
  }

  /// The index of the next LF; every byte is searched once, however often this is asked.
  mutating func indexOfLineFeed() -> Int? {
    let found = buffer.span.firstIndex(of: UInt8(ascii: "\n"), from: scanned)
    scanned = found ?? buffer.count
    return found
  }

  mutating func advance(to index: Int) {
    head = index
    scanned = index
  }

  func tooLarge() -> FrameEvent {
    .problem(
      .init(
        .invalidRequest, reason: "messageTooLarge", "A message may have \(limit) bytes", limit: limit))
  }
}

extension Span<UInt8> {
  fileprivate var beginsWithByteOrderMark: Bool {
    count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }
}
