import JSONRPC
import Jansson
import Reactor

/// Writes messages in the framing of the client's own messages, and appends them to the output.
@LoopActor
final class FramedOutput {
  private var frames = FrameWriter(.lines)
  private let output: OutputStream

  init(_ output: OutputStream) {
    self.output = output
  }

  var framing: Framing {
    get { frames.framing }
    set { frames.framing = newValue }
  }

  /// The message that was written last, without its frame; a copy.
  var lastMessage: [UInt8] { frames.message }

  /// Writes one message.
  func write(_ message: (inout JSONWriter) -> Void) {
    frames.write(message) {
      output.append($0)
    } shared: {
      output.append(sharing: $0)
    }
  }
}
