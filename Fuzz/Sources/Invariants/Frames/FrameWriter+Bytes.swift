import JSONRPC
import Jansson

extension FrameWriter {
  /// The frame that was written last, in one array.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    forEachPiece { piece in
      bytes += piece.indices.map { piece[$0] }
    } shared: {
      bytes += $0
    }
    return bytes
  }
}
