package import Foundation
package import StatusdClient

/// Keeps what was sent, and writes every message of a session down where `STATUSD_TRANSCRIPTS` says.
package final class Recorder: Sendable {
  private struct State {
    var sent: [JSONValue] = []
    var waiting: [(method: String, count: Int, CheckedContinuation<Void, Never>)] = []
    var file: FileHandle?
  }

  private static let sessions = Locked(0)
  private let state = Locked(State())

  package init() {
    guard let folder = ProcessInfo.processInfo.environment["STATUSD_TRANSCRIPTS"] else { return }
    let number = Self.sessions.withLock { sessions in
      sessions += 1
      return sessions
    }
    let name = "swift-client-\(ProcessInfo.processInfo.processIdentifier)-\(number).jsonl"
    let path = URL(filePath: folder).appending(path: name).path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    state.withLock { $0.file = FileHandle(forWritingAtPath: path) }
  }

  /// For `Options.tap`.
  package func take(_ direction: Direction, _ message: Data) {
    let text = String(decoding: message, as: UTF8.self)
    let ready = state.withLock { state in
      if direction == .sent, let json = try? JSONValue(text: text) { Self.note(json, &state) }
      Self.write(["direction": direction == .sent ? "in" : "out", "message": .string(text)], state)
      return Self.ready(&state)
    }
    for each in ready { each.resume() }
  }

  /// The session is over.
  ///
  /// `isKilled`: the daemon ended without a response to everything.
  package func end(isKilled: Bool) {
    state.withLock { Self.write(["direction": "end", "killed": .bool(isKilled)], $0) }
  }

  /// What was sent, but for `initialize`.
  package var sent: [JSONValue] {
    state.withLock(\.sent)
  }

  /// The messages of `method`, when there are `count` of them.
  package func sent(_ method: String, count: Int = 1) async -> [JSONValue] {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.waiting.append((method, count, continuation))
        return Self.ready(&state)
      }
      for each in ready { each.resume() }
    }
    return sent.filter { $0["method"]?.string == method }
  }

  private static func ready(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    let sent = state.sent
    let isReady = { (method: String, count: Int) in sent.count { $0["method"]?.string == method } >= count }
    defer { state.waiting.removeAll { isReady($0.method, $0.count) } }
    return state.waiting.filter { isReady($0.method, $0.count) }.map(\.2)
  }

  private static func note(_ message: JSONValue, _ state: inout State) {
    // A process begins with the id 1; what the one before it did not answer was lost with it.
    let isFirst = message["method"] == "initialize"
    if isFirst, !state.sent.isEmpty { write(["direction": "end", "killed": true], state) }
    if !isFirst { state.sent.append(message) }
  }

  private static func write(_ entry: JSONValue, _ state: State) {
    guard let file = state.file, let line = try? JSONEncoder().encode(entry) else { return }
    try? file.write(contentsOf: line + Data("\n".utf8))
  }
}
