import Glibc
import Reactor
import Text

/// Why a client does not come to the daemon of its configuration.
struct SharingProblem: Error, Hashable {
  /// The exit status of `connect`.
  let status: CInt
  /// What a person reads, on lines that begin with `statusd: `.
  let lines: String

  /// - Parameter sentence: Without its full stop; what came from outside is made visible in it.
  init(_ status: CInt, _ sentence: String) {
    (self.status, lines) = (status, "statusd: \(sentence)".visible)
  }

  /// - Parameter lines: As they are to be read.
  init(_ status: CInt, saying lines: String) {
    (self.status, self.lines) = (status, lines)
  }

  /// A lock that cannot be made.
  init(ofLock error: SystemError) {
    let isForbidden = [EPERM, EACCES, EROFS].contains(error.errno)
    self.init(
      isForbidden ? ExitStatus.noPermission : ExitStatus.cannotCreate, "the lock cannot be made: \(error)")
  }

  /// The end of a daemon that could not begin: its own lines.
  init(_ status: CInt, log: String, at place: SharedPlace) {
    let said = log.utf8.last == UInt8(ascii: "\n") ? String(Substring(log.utf8.dropLast())) : log
    if said.isEmpty {
      self.init(status, "the daemon has ended with status \(status), and \(place.log) does not say why")
    } else {
      self.init(status, saying: said)
    }
  }

  /// Whether a client that can do without others serves in its own process.
  var isOfPlace: Bool { status == ExitStatus.noPermission }

  /// Says it.
  ///
  /// - Returns: The exit status.
  func report() -> CInt {
    LastWords.write(lines)
    return status
  }
}

/// What sysexits.h says of how a client ends that comes to no daemon, or not to its end.
extension ExitStatus {
  /// EX_UNAVAILABLE: no daemon runs, and none was to be started.
  static let unavailable: CInt = 69
  /// EX_SOFTWARE: the daemon is gone, and the session with it.
  static let daemonGone: CInt = 70
  /// EX_TEMPFAIL: another try may succeed.
  static let temporary: CInt = 75
  /// EX_PROTOCOL: who listens there speaks another protocol.
  static let otherProtocol: CInt = 76
}
