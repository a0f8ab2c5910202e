import Engine
import JSONRPC
import Jansson
package import Reactor
import StatusCore

/// Records the messages of one session as JSON lines (docs/operations.md, “A recorded session”).
///
/// A message that is received is recorded when it is taken, one that is sent when it is written to the output. So the
/// lines stand in the order in which the session saw the messages, whatever the pieces in which they came. The time
/// is that of the engine's clock.
@LoopActor
final class SessionTrace {
  private let clock: any TimeSource
  private let writer: LineWriter
  private var scanner: JSONScanner

  /// - Parameter isContinued: Whether the session is recorded already, and only served by another engine.
  init(_ engine: Engine, _ writer: LineWriter, isContinued: Bool = false) {
    self.writer = writer
    clock = engine.timers.source
    scanner = JSONScanner(budget: engine.configuration.initial.limits.budget, keepsOutline: false)
    if !isContinued { writer.write(bytes: TraceLine.first(at: now, isManual: engine.clock != nil)) }
  }

  private var now: Timestamp { Timestamp(millisecondsSince1970: clock.millisecondsSince1970) }

  /// Records a frame: the message in it, or what stands there in its place.
  func received(_ text: Span<UInt8>, _ problem: ProtocolProblem?) {
    let line =
      if let problem {
        TraceLine.skipped(problem, at: now)
      } else if isJSON(text) {
        TraceLine.received(text, at: now)
      } else {
        TraceLine.received(unreadable: text, at: now)
      }
    writer.write(bytes: line)
  }

  /// Writes messages to `output`, and records each.
  func recording(_ output: FramedOutput) -> MessageOutput {
    { [self] message in
      output.write(message)
      writer.write(bytes: TraceLine.sent(output.lastMessage, at: now))
    }
  }

  /// Whether the text is one JSON value, within the limits of a message: nobody has read on beyond these.
  private func isJSON(_ text: Span<UInt8>) -> Bool {
    do {
      try scanner.scan(text)
      if !scanner.isASCII { _ = try UTF8Span(validating: text) }
      return true
    } catch {
      return false
    }
  }
}

extension LineWriter {
  /// Writes a recorded session.
  ///
  /// At most 8 MiB of lines and one more wait for a slow disk. What comes besides is left out, and a line says so.
  ///
  /// - Parameter onFailure: Called once, when the file first takes no line; from any thread.
  package static func ofTrace(
    _ path: String, onFailure: @escaping @Sendable (SystemError) -> Void
  ) throws(SystemError) -> LineWriter {
    LineWriter(
      descriptor: try AppendedFile.open(path), room: Room(bytes: 8 << 20),
      beginsTorn: AppendedFile.endsWithinLine(path), note: TraceLine.note(dropped:), onFailure: onFailure)
  }
}
