import Foundation

/// The messages of one conversation, in a file of the folder that `STATUSD_TRANSCRIPTS` names.
///
/// `Tests/schema/validate.py` holds them against the schema afterwards, and `Tests/mcp/recorded.py` those with agents,
/// in the folder `mcp` there. Without the variable nothing is kept.
package final class Transcript {
  package enum Direction: String, Encodable {
    /// To the daemon.
    case sent = "in"
    case received = "out"
    case end
  }

  private struct Line: Encodable {
    let direction: Direction
    var message: String?
    var killed: Bool?
  }

  private let file: FileHandle?

  /// - Parameter isOfAgent: Whether the conversation is in the Model Context Protocol.
  package init(_ test: String, isOfAgent: Bool = false) {
    guard var folder = ProcessInfo.processInfo.environment["STATUSD_TRANSCRIPTS"] else {
      file = nil
      return
    }
    if isOfAgent {
      folder += "/mcp"
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let name = test.filter { $0.isLetter || $0.isNumber || $0 == " " }.replacingOccurrences(
      of: " ", with: "-")
    let path = "\(folder)/\(name.prefix(80))-\(UUID().uuidString.prefix(8)).jsonl"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = FileHandle(forWritingAtPath: path)
  }

  package func note(_ direction: Direction, _ message: String) {
    write(Line(direction: direction, message: message))
  }

  /// The daemon is killed: waiting calls get no response.
  package func noteKilled() {
    write(Line(direction: .end, killed: true))
  }

  private func write(_ line: Line) {
    guard let file, let data = try? JSONEncoder().encode(line) else { return }
    file.write(data + Data("\n".utf8))
  }
}
