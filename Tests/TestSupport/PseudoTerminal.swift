import Glibc

/// A terminal without a person: what is written to the controller is typed, pty(7).
package final class PseudoTerminal {
  package let controller: Int32
  /// The end that a program has as its terminal.
  package let terminal: Int32

  /// - Parameter columns: How many characters fit on a line; nil for a terminal that does not know its size.
  package init(columns: UInt16? = nil) throws {
    controller = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (unlock, number): (CInt, CInt) = (0, 0)
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, macros that do not reach Swift.
    guard unsafe ioctl(controller, 0x4004_5431, &unlock) == 0,
      unsafe ioctl(controller, 0x8004_5430, &number) == 0
    else { throw DaemonError("no pseudo-terminal") }
    terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw DaemonError("no pseudo-terminal") }
    guard let columns else { return }
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else {
      throw DaemonError("no size for a terminal")
    }
  }

  deinit {
    close(controller)
    close(terminal)
  }

  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(controller, $0.baseAddress, $0.count) }
  }

  /// What is written to the terminal, up to and with `end`; the kernel may bring it later than the program ends.
  package func read(through end: String) throws -> String {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while !text.suffix(end.utf8.count).elementsEqual(end.utf8) {
      guard waitUntilReady(controller, POLLIN), unsafe Glibc.read(controller, &byte, 1) == 1 else {
        throw DaemonError("the terminal shows only: \(String(decoding: text, as: UTF8.self))")
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
