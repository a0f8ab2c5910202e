import ArgumentParser
import Glibc
import Reactor

/// Prints a text that the person asked to see.
enum Reference {
  /// - Throws: The exit status where it cannot be written; a reader that has left has what it wanted.
  static func print(_ text: String) throws {
    do throws(SystemError) {
      try StandardOutput.print(text)
    } catch {
      guard error.errno != EPIPE else { return }
      LastWords.write("statusd: \(error)")
      throw ExitCode(ExitStatus.inputOutputError)
    }
  }
}
