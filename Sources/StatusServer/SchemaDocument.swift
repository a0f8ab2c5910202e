import CSchema
package import Jansson

/// The contract that the binary carries.
package enum SchemaDocument {
  /// schema/openrpc.json without insignificant white space, on one line.
  package static let openRPC = JSONText(
    // SAFETY: the file is a constant of the binary with `count` bytes.
    trusting: unsafe minified(
      UnsafeBufferPointer(start: statusd_schema_openrpc.start, count: statusd_schema_openrpc.count)))

  /// Removes the white space between the tokens of a JSON text.
  private static func minified(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if [0x20, 0x0A, 0x0D, 0x09].contains(byte) {
        continue
      }
      bytes.append(byte)
    }
    return bytes
  }
}
