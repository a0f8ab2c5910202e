import Logging
import Reactor
import Text

/// What is logged, once in a session, of a client that speaks the protocol of another command.
///
/// Its user has configured the wrong command, and may see nothing of the errors that the client gets.
@LoopActor
struct CommandWarning {
  /// The command that is meant, and what it speaks.
  let meant: String
  private var isGiven = false

  init(_ meant: String) {
    self.meant = meant
  }

  /// - Parameter method: What shows which protocol the client speaks.
  mutating func give(to logger: Logger, method: String) {
    guard !isGiven else { return }
    isGiven = true
    logger.warning("the client speaks another protocol; \(meant)", metadata: ["method": "\(method.excerpt)"])
  }
}
