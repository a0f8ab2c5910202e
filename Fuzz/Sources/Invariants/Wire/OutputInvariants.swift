import JSONRPC
import Jansson

/// Holds what the daemon writes to docs/protocol.md sections 1 and 2.
enum OutputInvariants {
  /// Checks one message, and gives it.
  static func check(_ message: JSONText) throws(Violation) -> JSONNode {
    let bytes = message.bytes
    try checkLineBreaks(bytes)
    try checkFrames(message, bytes)
    guard case .success(let node) = try JSONVerdicts.check(bytes, JSONNode.roomy) else {
      throw Violation("no JSON is written: \(bytes.quoted)")
    }
    try require(!node.flaws.contains(.duplicate), "a name stands twice in \(bytes.quoted)")
    guard node.isArray else {
      try checkMessage(node)
      return node
    }
    try require(!node.elements.isEmpty, "an empty batch is written")
    for element in node.elements {
      try checkMessage(element)
      try require(element["id"] != nil, "a notification is written in a batch")
    }
    return node
  }

  private static func checkLineBreaks(_ bytes: [UInt8]) throws(Violation) {
    try require(String(validating: bytes, as: UTF8.self) != nil, "no UTF-8 is written: \(bytes.quoted)")
    var before = (UInt8(0), UInt8(0))
    for byte in bytes {
      let isBreak =
        switch (before.0, before.1, byte) {
        // LF, CR, U+0085, U+2028, U+2029
        case (_, _, 0x0A), (_, _, 0x0D), (_, 0xC2, 0x85), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9): true
        default: false
        }
      try require(!isBreak, "a raw line break is written: \(bytes.quoted)")
      before = (before.1, byte)
    }
  }

  /// The frame around the message, read back.
  private static func checkFrames(_ message: JSONText, _ bytes: [UInt8]) throws(Violation) {
    for framing in Framing.allCases {
      var decoder = FrameDecoder(framing: framing, messageLimit: bytes.count)
      var frames = FrameWriter(framing)
      frames.frame { $0.text(message) }
      decoder.append(frames.bytes[...])
      let event = decoder.next().map { Frame($0, decoder) }
      try require(
        event == .message(bytes), "in \(framing) it reads back as \(event.map { "\($0)" } ?? "nothing")")
      try require(decoder.finish() == nil, "more than one message stands in a frame of \(framing)")
    }
  }

  private static func checkMessage(_ node: JSONNode) throws(Violation) {
    let names = node.members.map { String(decoding: $0.name, as: UTF8.self) }
    let known = [["jsonrpc", "id", "result"], ["jsonrpc", "id", "error"], ["jsonrpc", "method", "params"]]
    try require(known.contains(names), "a message with the members \(names)")
    try require(node["jsonrpc"]?.string == Array("2.0".utf8), "a message of another version")
    if let error = node["error"] { try checkError(error) }
  }

  private static func checkError(_ error: JSONNode) throws(Violation) {
    let names = error.members.map { String(decoding: $0.name, as: UTF8.self) }
    try require(names == ["code", "message", "data"], "an error with the members \(names)")
    try require(error["code"]?.number != nil, "an error's code is no number")
    try require(error["message"]?.string != nil, "an error's message is no string")
    try require(error["data"]?.isObject == true, "an error's data is no object")
  }

  /// An id as it is to be echoed: byte for byte, but for the line breaks.
  static func echo(of id: [UInt8]) -> [UInt8] {
    var echo = String.UnicodeScalarView()
    for scalar in String(decoding: id, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\u{85}": echo.append(contentsOf: #"\u0085"#.unicodeScalars)
      case "\u{2028}": echo.append(contentsOf: #"\u2028"#.unicodeScalars)
      case "\u{2029}": echo.append(contentsOf: #"\u2029"#.unicodeScalars)
      default: echo.append(scalar)
      }
    }
    return Array(String(echo).utf8)
  }
}
