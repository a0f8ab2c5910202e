import TestSupport

/// A program in a window of tmux(1), and what a person would see of it.
final class TmuxPane {
  private let folder: TemporaryFolder

  /// - Parameter command: For the shell; `$STATUSD` is the daemon.
  init(_ command: String, columns: Int, rows: Int = 24) throws {
    folder = try TemporaryFolder()
    try tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command)
  }

  deinit {
    _ = try? tmux("kill-server")
  }

  /// - Returns: What it prints.
  @discardableResult
  private func tmux(_ words: String...) throws -> String {
    let command = "tmux -u -S '\(folder.path("socket"))' -f /dev/null"
    let script = #"unset NO_COLOR; TERM=xterm-256color STATUSD="$0" exec \#(command) "$@""#
    let process = try DaemonProcess(words, launcher: ["/bin/sh", "-c", script])
    process.closeInput()
    let output = try process.output.rest()
    guard try process.wait() == 0 else { throw DaemonError("tmux: \(try process.errors.rest())") }
    return output
  }

  /// Presses a key, as tmux names it.
  func press(_ key: String) throws {
    try tmux("send-keys", key)
  }

  /// Sends bytes as the terminal would: words, a report of the mouse.
  func type(_ text: String) throws {
    try tmux("send-keys", "-l", text)
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The lines of the window once they hold a text.
  ///
  /// - Parameter withStyles: Whether its control sequences are among them.
  @discardableResult
  func lines(with text: String, withStyles: Bool = false) throws -> [String] {
    var shown = ""
    for _ in 0..<10_000 {
      shown = try withStyles ? tmux("capture-pane", "-p", "-e") : tmux("capture-pane", "-p")
      if shown.contains(text) {
        return shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
    }
    throw DaemonError("the window shows only:\n\(shown)")
  }
}
