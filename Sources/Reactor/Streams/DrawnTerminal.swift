import CLinux
import CProcess
import Glibc

/// The terminal that this process draws on: one at a time.
package enum DrawnTerminal {
  /// Has keys come one by one from the terminal, without an echo, until ``giveBack()``.
  ///
  /// - Parameter farewell: Written to the terminal when it is given back, which it is however the process ends: at most
  ///   128 bytes.
  package static func take(input: CInt, output: CInt, farewell: String) throws(SystemError) {
    let bytes = Array(farewell.utf8)
    // SAFETY: the bytes are copied during the call.
    let code = unsafe bytes.withUnsafeBytes { bytes in
      unsafe statusd_take_terminal(
        input, output, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt(bytes.count))
    }
    guard code == 0 else { throw SystemError("the terminal", errno: code) }
  }

  /// Leaves the terminal as it was before; nothing happens if it is not taken.
  package static func giveBack() { statusd_give_back_terminal() }

  /// Stops the process as Ctrl-Z does, until it is continued (SIGTSTP, signal(7)).
  ///
  /// Nothing happens where nobody could continue it.
  package static func stopProcess() {
    var (stop, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&stop)
    unsafe sigaddset(&stop, SIGTSTP)
    unsafe pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    _ = raise(SIGTSTP)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
