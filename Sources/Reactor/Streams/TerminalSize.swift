import Glibc

/// How many characters fit on a terminal, ioctl_tty(2).
package struct TerminalSize: Hashable, Sendable {
  package let columns: Int
  /// 0 for a terminal that does not know how many lines it has.
  package let rows: Int

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// nil for what is no terminal, and for a terminal that does not know how wide it is.
  package init?(of descriptor: CInt) {
    var size = winsize()
    // SAFETY: TIOCGWINSZ writes a winsize.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
