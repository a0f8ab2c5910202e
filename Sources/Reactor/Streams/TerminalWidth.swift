import Glibc

/// How many characters fit on a line of a terminal, ioctl_tty(2).
package enum TerminalWidth {
  /// - Returns: Nil for what is no terminal, and for a terminal that does not know its size.
  package static func columns(of descriptor: CInt) -> Int? {
    var size = winsize()
    // SAFETY: TIOCGWINSZ writes a winsize.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
