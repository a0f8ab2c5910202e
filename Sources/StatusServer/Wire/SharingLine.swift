import Engine
package import JSONRPC
import Jansson
import Reactor
import StatusCore

/// The lines of a connection to a shared daemon that are no session (docs/protocol.md, section 9).
///
/// They never change: a member that is unknown is ignored, and a `connect` of any version reads the answers.
package enum SharingLine {
  /// The number of these lines, not that of the wire contract.
  package static let version = 1

  /// What a connection asks for.
  package enum Request {
    case session(Hello)
    case status
    case stop
  }

  /// What `connect` says of the session whose streams come with the line.
  package struct Hello {
    package let version: Int?
    /// The protocol of the session; nil for one that this version does not know.
    package let profile: SharedProtocol?
    /// nil detects it.
    package let framing: Framing?
    /// nil for the usual one.
    package let drainTimeout: Duration?
  }

  package enum Refusal: String, CaseIterable, Sendable {
    /// The lines of `connect` have another number.
    case version
    /// There are as many sessions as there may be.
    case sessions
    /// The daemon is leaving.
    case stopping
  }

  package enum Answer {
    case welcome(session: Int)
    case refused(Refusal, message: String)
    /// The session has ended, with the status that `serve` would end with.
    case ended(status: Int32)
    case status(sessions: Int, uptime: Duration)
    case stopping
  }

  /// Reads a line without its LF.
  ///
  /// - Returns: nil for what is none of these lines.
  package static func request(_ line: Span<UInt8>) -> Request? {
    guard let json = try? JSONValue.parse(line) else { return nil }
    switch json["statusd"]?.string {
    case "hello": return hello(json).map(Request.session)
    case "status": return .status
    case "stop": return .stop
    default: return nil
    }
  }

  private static func hello(_ json: JSONValue) -> Hello? {
    let framing = json["framing"]?.string ?? "auto"
    guard framing == "auto" || Framing(rawValue: framing) != nil else { return nil }
    let drainTimeout = json["drainTimeout"]?.number
    guard (0...3_600).contains(drainTimeout ?? 0) else { return nil }
    return Hello(
      version: json["protocol"]?.integer,
      profile: SharedProtocol(rawValue: json["profile"]?.string ?? "serve"),
      framing: Framing(rawValue: framing), drainTimeout: drainTimeout.map { .seconds($0) })
  }

  /// Writes an answer, its LF included.
  package static func text(of answer: Answer, process: Int) -> [UInt8] {
    let line = JSONText { json in
      json.object { $0.members(of: answer, process: process) }
    }
    return line.bytes + [UInt8(ascii: "\n")]
  }
}

extension JSONWriter {
  fileprivate mutating func members(of answer: SharingLine.Answer, process: Int) {
    member("statusd", answer.word)
    switch answer {
    case .welcome(let session):
      daemon(process)
      member("session", session)
    case .refused(let reason, let message):
      daemon(process)
      member("reason", reason.rawValue)
      member("message", message)
    case .ended(let status): member("status", Int(status))
    case .status(let sessions, let uptime):
      daemon(process)
      member("sessions", sessions)
      member("uptime", uptime.seconds)
    case .stopping: member("pid", process)
    }
  }

  private mutating func daemon(_ process: Int) {
    member("protocol", SharingLine.version)
    member("version", Version.current)
    member("pid", process)
  }
}

extension SharingLine.Answer {
  fileprivate var word: String {
    switch self {
    case .welcome: "welcome"
    case .refused: "refused"
    case .ended: "ended"
    case .status: "status"
    case .stopping: "stopping"
    }
  }
}
