import Glibc
import Reactor
import Testing

/// The streams themselves belong to the process: the process tests take them.
@Suite struct StandardStreamsTests {
  @Test func `an error of the system says what it was about and why`() {
    #expect(SystemError("standard input", errno: EBADF).description == "standard input: Bad file descriptor")
  }
}
