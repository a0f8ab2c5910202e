import Engine
import JSONRPC
import Jansson
import StatusCore

/// The lines of a recorded session, without their line ends.
enum TraceLine {
  /// The version of the format.
  private static let version = 1
  /// The most bytes of input that is no JSON.
  private static let longestText = 1_000

  private enum Direction: String {
    case received = "in"
    case sent = "out"
  }

  /// The first line of a session.
  static func first(at time: Timestamp, isManual: Bool) -> [UInt8] {
    line { json in
      json.member("trace", version)
      json.member("time", time)
      json.member("statusd", Version.current)
      json.member("protocol", Version.wireProtocol)
      json.member("clock", isManual ? "manual" : "system")
    }
  }

  /// The line that stands where so many are missing.
  static func note(dropped count: Int) -> String {
    String(decoding: line { $0.member("dropped", count) }, as: UTF8.self)
  }

  /// - Parameter message: A JSON value.
  static func sent(_ message: [UInt8], at time: Timestamp) -> [UInt8] {
    line(.sent, at: time) { json in
      json.member("message") { $0.text(JSONText(trusting: message)) }
    }
  }

  /// - Parameter message: A JSON value as it was received.
  static func received(_ message: Span<UInt8>, at time: Timestamp) -> [UInt8] {
    var text = message.array
    // Line ends stand between the tokens of a JSON text alone, where a space means the same.
    for index in text.indices where text[index] == UInt8(ascii: "\n") || text[index] == UInt8(ascii: "\r") {
      text[index] = UInt8(ascii: " ")
    }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return line(.received, at: time) { json in
      json.member("message") { $0.received(text.span) }
    }
  }

  /// - Parameter text: Input that is no JSON.
  static func received(unreadable text: Span<UInt8>, at time: Timestamp) -> [UInt8] {
    let beginning = text.extracting(first: longestText).array
    return line(.received, at: time) { json in
      json.member("text", String(decoding: beginning, as: UTF8.self))
      json.member("bytes", text.count)
    }
  }

  /// - Parameter problem: Why a frame was skipped, of which nothing is kept.
  static func skipped(_ problem: ProtocolProblem, at time: Timestamp) -> [UInt8] {
    line(.received, at: time) { json in
      json.member("text", "")
      json.member("reason", problem.reason)
    }
  }

  private static func line(
    _ direction: Direction, at time: Timestamp, _ members: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    line { json in
      json.member("time", time)
      json.member("direction", direction.rawValue)
      members(&json)
    }
  }

  private static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(members)
    return json.bytes
  }
}
