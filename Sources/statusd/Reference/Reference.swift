import Glibc
import Reactor

/// Prints a text that the person asked to see.
enum Reference {
  /// - Returns: Success, also for a reader that has left: it has what it wanted.
  /// - Throws: The exit status where the text cannot be written.
  static func print(_ text: String) throws(CommandEnd) -> CInt {
    do throws(SystemError) {
      try StandardOutput.print(text)
    } catch {
      guard error.errno != EPIPE else { return 0 }
      LastWords.write("statusd: \(error)")
      throw .status(ExitStatus.inputOutputError)
    }
    return 0
  }
}
