import Glibc

/// A program that runs until this value is dropped, and never longer than the process that started it.
///
/// A shell starts the program, waits until the other end of a pipe is closed, by us or by our death, and then
/// ends the program by its process id.
package final class TetheredProcess {
  private static let script = #"PATH="$PATH:/usr/sbin"; "$@" & read -r line; kill $!; wait"#

  private let shell: pid_t
  private let tether: CInt

  /// Starts a program that is looked up in PATH and /usr/sbin.
  package init(_ words: [String]) throws {
    var actions = try SpawnActions()
    defer { actions.destroy() }
    // No other child has this end: `deinit` would wait for it.
    tether = try actions.input(.pipe)
    shell = try actions.spawn("/bin/sh", ["-c", Self.script, "sh"] + words)
  }

  /// Ends the program and waits until it is gone.
  deinit {
    close(tether)
    while waitpid(shell, nil, 0) < 0, errno == EINTR {}
  }
}
