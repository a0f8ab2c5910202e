import ArgumentParser
import Glibc
import Reactor
import Settings

extension Statusd {
  /// Runs the command that `words` ask for, and ends the process with its status.
  ///
  /// The library's own `main()` writes to standard error until somebody reads, and takes the words from /proc. What the
  /// person asked to see, help and version, waits for its reader as in any program.
  static func runToEnd(_ words: [String]) -> Never {
    var words = words
    do {
      if let options = ServeOptions(words) { Glibc.exit(try options.serve()) }
      words = CommandWords.arranged(words)
      if let options = CallOptions(words) { Glibc.exit(try options.call()) }
      var command = try parse(words)
      try command.run()
      Glibc.exit(0)
    } catch let code as ExitCode {
      // The library would make the whole help before it finds that there is nothing to say.
      Glibc.exit(code.rawValue)
    } catch {
      Glibc.exit(report(error, of: words))
    }
  }

  /// Prints what the person asked to see, or why the words cannot be used.
  ///
  /// - Returns: The exit status.
  private static func report(_ error: any Error, of words: [String]) -> Int32 {
    let status = exitCode(for: error)
    guard status.isSuccess else {
      LastWords.write(complaint(error, of: words))
      return status.rawValue
    }
    let text = fullMessage(for: error, columns: HelpText.unbroken)
    let isHelp = text.hasPrefix("OVERVIEW: ")
    do {
      try Reference.print(isHelp ? HelpText(text, columns: columns).description : text)
    } catch {
      return (error as? ExitCode ?? .failure).rawValue
    }
    return 0
  }

  /// The width of the terminal, or what the variable says that shells and people set in its place.
  private static var columns: Int {
    let given = Environment.ofProcess["COLUMNS"].flatMap(Int.init) ?? 0
    return given > 0 ? max(given, 20) : Terminal(STDOUT_FILENO).columns ?? Terminal.usualColumns
  }

  private static func complaint(_ error: any Error, of words: [String]) -> String {
    guard let error = error as? ValidationError else { return fullMessage(for: error) }
    let command = CommandWords.command(of: words).map { " \($0)" } ?? ""
    return "Error: \(error.message)\n  See 'statusd\(command) --help' for more information."
  }
}
