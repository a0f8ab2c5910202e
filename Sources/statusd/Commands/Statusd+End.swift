import ArgumentParser
import Glibc
import Reactor

extension Statusd {
  /// Runs the command that `words` ask for, and ends the process with its status.
  ///
  /// The library's own `main()` writes to standard error until somebody reads, and takes the words from /proc. What the
  /// person asked to see, help and version, waits for its reader as in any program.
  static func runToEnd(_ words: [String]) -> Never {
    do {
      if let options = ServeOptions(words) { Glibc.exit(try options.serve()) }
      let words = CommandWords.arranged(words)
      if let options = CallOptions(words) { Glibc.exit(try options.call()) }
      var command = try parse(words)
      try command.run()
      Glibc.exit(0)
    } catch let code as ExitCode {
      // The library would make the whole help before it finds that there is nothing to say.
      Glibc.exit(code.rawValue)
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
