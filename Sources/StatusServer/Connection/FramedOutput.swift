import JSONRPC
import Jansson
import Reactor

/// Writes messages in the framing of the client's own messages, and appends them to the output.
@LoopActor
final class FramedOutput {
  var framing = Framing.lines
  private let frames: FrameMemory
  private let output: OutputStream

  /// - Parameter frames: Where messages are written, by all sessions.
  init(_ output: OutputStream, in frames: FrameMemory) {
    self.output = output
    self.frames = frames
  }

  /// The message that was written last, without its frame; a copy.
  ///
  /// Another session may not have written since.
  var lastMessage: [UInt8] { frames.message }

  /// Writes one message.
  func write(_ message: (inout JSONWriter) -> Void) {
    frames.write(message, in: framing, to: output)
  }
}

/// The memory in which messages are written, one at a time.
@LoopActor
final class FrameMemory {
  private var frames = FrameWriter(.lines)

  /// The message of the last frame, without what frames it; a copy.
  var message: [UInt8] { frames.message }

  func write(_ message: (inout JSONWriter) -> Void, in framing: Framing, to output: OutputStream) {
    frames.framing = framing
    frames.write(message) {
      output.append($0)
    } shared: {
      output.append(sharing: $0)
    }
  }
}
