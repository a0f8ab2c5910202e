import JSONRPC
import Jansson

/// One line of schema/conformance/*.jsonl, as far as it says what a client sends.
///
/// What is long there is short here: the lengths matter to a server, and to a fuzzer only that it has seen
/// the like.
struct ConformanceCase {
  /// What one step writes: framed by whoever sends it, unless it is `raw`.
  struct Piece {
    let text: [UInt8]
    let isRaw: Bool
  }

  let pieces: [Piece]

  private static let longestPad = 300
  private static let mostRepetitions = 3

  /// nil for a line that is no case.
  init?(line: [UInt8]) {
    guard let input = try? JSONValue.parse(line.span)["input"] else { return nil }
    pieces = input.elements.flatMap(Self.pieces)
  }

  /// Everything that is sent, in that framing.
  func stream(in framing: Framing) -> [UInt8] {
    var frames = FrameWriter(framing)
    var stream: [UInt8] = []
    for piece in pieces {
      guard !piece.isRaw else {
        stream += piece.text
        continue
      }
      frames.frame { $0.text(JSONText(trusting: piece.text)) }
      stream += frames.bytes
    }
    return stream
  }

  // MARK: Steps

  private static func pieces(of step: JSONValue) -> [Piece] {
    let count = max(1, min(mostRepetitions, step["repeat"]?.integer ?? 1))
    return (1...count).compactMap { number in
      if let digits = step["rawHex"]?.string { return Piece(text: bytes(hexadecimal: digits), isRaw: true) }
      if let raw = step["raw"] { return Piece(text: text(raw, number), isRaw: true) }
      if let parts = step["sendParts"] { return Piece(text: text(parts, number), isRaw: false) }
      guard let message = step["send"] else { return nil }
      return Piece(
        text: message.kind == .string ? text(message, number) : json(message, number), isRaw: false)
    }
  }

  /// A string, or a list of strings and of things that stand for longer ones.
  private static func text(_ value: JSONValue, _ number: Int) -> [UInt8] {
    if let string = value.string { return Array(numbered(string, number).utf8) }
    if value.kind == .array { return value.elements.flatMap { text($0, number) } }
    if let pad = value["pad"]?.string {
      let length = min(longestPad, value["to"]?.integer ?? 0)
      return Array(String(repeating: pad, count: length).utf8)
    }
    guard let part = value["of"] else { return [] }
    return (0..<min(longestPad, value["times"]?.integer ?? 0)).flatMap { _ in text(part, number) }
  }

  private static func json(_ value: JSONValue, _ number: Int) -> [UInt8] {
    let text = JSONText { $0.value(value) }.description
    return Array(numbered(text, number).utf8)
  }

  /// With the number of the repetition where it is asked for.
  private static func numbered(_ text: String, _ number: Int) -> String {
    text.split(separator: "${n}", omittingEmptySubsequences: false).joined(separator: "\(number)")
  }

  private static func bytes(hexadecimal digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
    }
  }
}

extension JSONWriter {
  /// A value that jansson parsed.
  fileprivate mutating func value(_ value: JSONValue) {
    switch value.kind {
    case .object:
      object { json in
        for (name, each) in value.members { json.member(named: name) { $0.value(each) } }
      }
    case .array: array(of: value.elements) { $0.value($1) }
    case .string: string(value.string ?? "")
    case .integer: integer(value.integer ?? 0)
    case .real: number(value.number ?? 0)
    case .boolean: boolean(value.boolean ?? false)
    case .null: null()
    }
  }
}
