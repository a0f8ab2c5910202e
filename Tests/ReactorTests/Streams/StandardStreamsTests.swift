import Glibc
import Testing

@testable import Reactor

/// The streams themselves belong to the process: the process tests take them.
@Suite struct StandardStreamsTests {
  @Test func `an error of the system says what it was about and why`() {
    #expect(SystemError("standard input", errno: EBADF).description == "standard input: Bad file descriptor")
  }

  @Test(arguments: 1...7) func `what is closed at the start becomes the null device`(closed: Int) async {
    await #expect(processExitsWith: .exitCode(0)) { [closed] in
      var null = stat()
      guard stat("/dev/null", &null) == 0 else { exit(1) }
      // Another thread of the test runner may open a file in the moment in which a place is free.
      for _ in 0..<100 {
        for number in 0...2 where closed >> number & 1 == 1 { close(CInt(number)) }
        try StandardStreams.repair()
        let isRepaired = (0...2).allSatisfy { number in
          var found = stat()
          return closed >> number & 1 == 0
            || fstat(CInt(number), &found) == 0 && found.st_rdev == null.st_rdev
        }
        // The next file is another.
        if isRepaired { exit(open("/", O_RDONLY) > 2 ? 0 : 3) }
      }
      exit(2)
    }
  }

  @Test func `the words of the command line are the process's own`() {
    #expect(ProcessArguments.all == CommandLine.arguments)
  }
}
