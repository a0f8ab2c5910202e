package import Foundation
package import StatusdClient

/// Only a defect takes as long, on a machine that is busy with other things.
package let deadline = Duration.seconds(600)

/// A time that was promised, as many times longer as this machine has more to do than it can.
package func promised(_ time: Duration) throws -> Duration {
  let fields = try String(contentsOfFile: "/proc/loadavg", encoding: .ascii).split(separator: " ")
  let running = fields[3].prefix { $0 != "/" }
  let load = max(Double(fields[0]) ?? 0, Double(running) ?? 0)
  return time * max(1, load / Double(ProcessInfo.processInfo.activeProcessorCount))
}

/// The real daemon for the length of `body`, its session recorded.
package func running(
  _ arguments: [String] = [], framing: Framing = .lines, restart: RestartLimit? = nil,
  timeout: Duration? = nil,
  _ body: (Statusd, Recorder) async throws -> Void
) async throws {
  let recorder = Recorder()
  let command = Command(Repository.daemon, arguments: arguments, framing: framing)
  let options = Options(timeout: timeout, startTimeout: deadline, restart: restart, tap: recorder.take)
  var isKilled = true
  defer { recorder.end(isKilled: isKilled) }
  try await withStatusd(command, options: options) { daemon in
    try await body(daemon, recorder)
    isKilled = await !daemon.isRunning
  }
}

/// A program that is no statusd: a line of the shell.
package func program(_ script: String) -> Command {
  Command("/bin/sh", arguments: ["-c", script])
}

/// A program that answers `initialize` as statusd does, reads one more line, and goes on with `script`.
package func impostor(_ script: String) -> Command {
  let result = #"{"protocolVersion":"1","serverInfo":{"name":"statusd","version":"0"},"capabilities":{}}"#
  let response = #"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#
  return program("read -r first; echo '\(response)'; read -r second; \(script)")
}

/// A folder for the length of `body`.
package func withFolder(_ body: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "statusd-swift-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}
