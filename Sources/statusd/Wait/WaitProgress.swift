import Glibc
import Reactor
import Settings
import Text

/// The line on a terminal that says what a wait waits for.
///
/// It is drawn over itself. A terminal that takes nothing now, because a person has stopped it, misses a drawing and
/// delays nothing.
struct WaitProgress {
  private var shown: String?

  /// Whether standard error is a terminal that can draw over a line.
  static var isPossible: Bool {
    Terminal(STDERR_FILENO).isTerminal && Environment.ofProcess("TERM") != "dumb"
  }

  /// Whether what a person types goes to this process: a job in the background must not draw over that.
  private static var isInForeground: Bool {
    // -1 on a terminal that controls another session, or none.
    let foreground = tcgetpgrp(STDERR_FILENO)
    return foreground == -1 || foreground == getpgrp()
  }

  mutating func show(_ line: String) {
    guard Self.isInForeground else { return }
    let columns = TerminalSize(of: STDERR_FILENO)?.columns ?? Terminal.usualColumns
    // The last column stays free: a cursor behind it is on the next line.
    let text = line.visible.cut(toColumns: max(columns - 1, 1))
    guard text != shown else { return }
    shown = text
    // EL of ECMA-48: what is longer of the drawing before goes.
    Self.write("\r\(text)\u{1B}[K")
  }

  /// Leaves the line empty, for what is printed next.
  mutating func clear() {
    guard shown != nil else { return }
    shown = nil
    guard Self.isInForeground else { return }
    Self.write("\r\u{1B}[K")
  }

  private static func write(_ text: String) {
    LastWords.write(Array(text.utf8), to: STDERR_FILENO, within: .zero)
  }
}
