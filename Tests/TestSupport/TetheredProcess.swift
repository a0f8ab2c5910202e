import Glibc

/// A program that runs until this value is dropped, and never longer than the process that started it.
///
/// A shell starts the program and waits for its end. Beside it, another waits until the other end of a pipe is
/// closed, by us or by our death, and then ends the program by its process id. It signals until the program is gone:
/// nginx goes on if a signal comes after it has looked for one and before it waits.
package final class TetheredProcess {
  private static let script = """
    PATH="$PATH:/usr/sbin"
    exec 3<&0
    "$@" 3<&- &
    program=$!
    { read -r line <&3; while kill $program 2>/dev/null; do sleep 0.1; done; } &
    wait $program
    kill $! 2>/dev/null
    """

  private let shell: pid_t
  private let tether: CInt
  private var isReaped = false

  /// Starts a program that is looked up in PATH and /usr/sbin.
  package init(_ words: [String]) throws {
    var actions = try SpawnActions()
    defer { actions.destroy() }
    // No other child has this end: `deinit` would wait for it.
    tether = try actions.input(.pipe)
    shell = try actions.spawn("/bin/sh", ["-c", Self.script, "sh"] + words)
  }

  /// Whether the program has ended by itself, or was not found.
  package var hasEnded: Bool {
    if !isReaped { isReaped = waitpid(shell, nil, WNOHANG) == shell }
    return isReaped
  }

  /// Waits until the program accepts connections on `port`; false when it has ended or takes too long.
  package func listens(on port: UInt16) -> Bool {
    // 5 ms a time, 5 minutes in all: only a defect takes as long.
    for _ in 0..<60_000 where !hasEnded {
      if LoopbackSocket.isListening(on: port) { return true }
      _ = poll(nil, 0, 5)
    }
    return false
  }

  /// Ends the program and waits until it is gone.
  deinit {
    close(tether)
    guard !hasEnded else { return }
    while waitpid(shell, nil, 0) < 0, errno == EINTR {}
  }
}
