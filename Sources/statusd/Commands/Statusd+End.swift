import ArgumentParser
import Glibc
import Logging
import Reactor
import Settings

extension Statusd {
  /// Runs the command that `words` ask for, and ends the process with its status.
  ///
  /// The library's own `main()` writes to standard error until somebody reads, and takes the words from /proc. What the
  /// person asked to see, help and version, waits for its reader as in any program.
  static func runToEnd(_ words: [String]) -> Never {
    do {
      // The daemon as most spawn it: the library takes most of a start to find out that nothing was asked.
      if words.isEmpty {
        Glibc.exit(try Serve.serve(CommandLineSettings(), .usual, logger: .toStandardError(.warning)))
      }
      var command = try parse(words)
      try command.run()
      Glibc.exit(0)
    } catch {
      let status = exitCode(for: error)
      let message = fullMessage(for: error)
      if status.isSuccess {
        if !message.isEmpty { print(message) }
      } else if !message.isEmpty {
        LastWords.write(message)
      }
      Glibc.exit(status.rawValue)
    }
  }
}
