import Engine
package import JSONRPC
import Jansson
import Reactor
import StatusCore

/// The lines of `statusd connect` to a shared daemon, and what that answers (docs/protocol.md, “One daemon for many
/// clients”).
///
/// They never change. Unknown members are ignored, and an answer that is unknown is none.
package enum ConnectLine {
  /// The number of these lines.
  package static let version = 1

  /// What a session is begun with whose streams come with the line.
  package struct Hello: Sendable {
    package let profile: SharedProtocol
    /// nil detects it.
    package var framing: Framing?
    package var drainTimeout: Duration
    /// Whether the streams are copied, because one of `connect`'s own is a terminal.
    package var isCopied: Bool

    package init(_ profile: SharedProtocol, framing: Framing?, drainTimeout: Duration, isCopied: Bool = false)
    {
      (self.profile, self.framing) = (profile, framing)
      (self.drainTimeout, self.isCopied) = (drainTimeout, isCopied)
    }
  }

  /// What a daemon says.
  package enum Answer: Hashable, Sendable {
    case welcome(session: Int)
    /// By a word, and as a sentence.
    case refused(String, message: String)
    /// The status that `serve` would end with.
    case ended(status: Int32)
    case status(Daemon)
    case stopping(process: Int)
  }

  /// A daemon that runs.
  package struct Daemon: Hashable, Sendable {
    package let process: Int
    package let version: String
    package let sessions: Int
    /// In seconds.
    package let uptime: Double
  }
}

extension ConnectLine {
  /// - Parameter process: The process id of this `connect`.
  package static func hello(_ hello: Hello, from process: Int) -> [UInt8] {
    line("hello") { json in
      json.member("protocol", version)
      json.member("version", Version.current)
      json.member("profile", hello.profile.rawValue)
      json.member("framing", hello.framing?.rawValue ?? "auto")
      json.member("drainTimeout", hello.drainTimeout.seconds)
      json.member("copied", hello.isCopied ? true : nil)
      json.member("pid", process)
    }
  }

  package static var status: [UInt8] { line("status") { _ in } }
  package static var stop: [UInt8] { line("stop") { _ in } }

  private static func line(_ word: String, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    let text = JSONText { json in
      json.object { json in
        json.member("statusd", word)
        members(&json)
      }
    }
    return text.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads a line of a daemon, without its LF.
  ///
  /// - Returns: nil for what is none.
  package static func answer(_ line: Span<UInt8>) -> Answer? {
    guard let json = try? JSONValue.parse(line) else { return nil }
    switch json["statusd"]?.string {
    case "welcome": return json["session"]?.integer.map { .welcome(session: $0) }
    case "refused":
      return json["reason"]?.string.map { .refused($0, message: json["message"]?.string ?? $0) }
    case "ended": return json["status"]?.integer.flatMap { Int32(exactly: $0) }.map { .ended(status: $0) }
    case "status":
      guard let process = json["pid"]?.integer else { return nil }
      return .status(
        Daemon(
          process: process, version: json["version"]?.string ?? "", sessions: json["sessions"]?.integer ?? 0,
          uptime: json["uptime"]?.number ?? 0))
    case "stopping": return json["pid"]?.integer.map { .stopping(process: $0) }
    default: return nil
    }
  }
}
