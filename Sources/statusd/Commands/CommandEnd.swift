import Engine
import Reactor

/// Why a command ends before it has done its work.
enum CommandEnd: Error, Equatable {
  /// The words of the command line cannot be used; a sentence without its full stop says why.
  case mistake(String)
  /// Everything has been said; this is the exit status.
  case status(CInt)
}

/// The mistakes in a command line, which are all reported.
struct Mistakes {
  private var first: [String] = []
  private var more = 0

  /// Does it; if it makes a mistake, that is one of these.
  mutating func collect(_ body: () throws(CommandEnd) -> Void) throws(CommandEnd) {
    do throws(CommandEnd) {
      try body()
    } catch {
      guard case .mistake(let sentence) = error else { throw error }
      if first.count < ConfigurationProblems.most { first.append(sentence) } else { more += 1 }
    }
  }

  /// Throws them as one; `Error: ` stands before each.
  func throwIfAny() throws(CommandEnd) {
    guard !first.isEmpty else { return }
    let lines = first + (more == 0 ? [] : ["\(more) more"])
    throw .mistake(lines.joined(separator: "\nError: "))
  }
}

extension ExitStatus {
  /// EX_CONFIG (sysexits.h): something in the configuration has to be changed.
  static let configuration: CInt = 78
}
