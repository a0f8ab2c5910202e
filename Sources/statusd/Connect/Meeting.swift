import Glibc
import Reactor

/// How a client comes to the daemon of its configuration, as a state machine: it connects; where nobody listens, it
/// starts the daemon, or waits for whoever does (docs/sharing.md, “How it starts”).
struct Meeting {
  enum Step: Hashable {
    case connect
    /// Take the lock, without waiting.
    case takeLock
    /// Start the daemon, and give it the lock.
    case start
    /// Look at the daemon that was started, if one was, and wait so long; then connect.
    case wait(Duration)
    case end(SharingProblem)
  }

  /// What is not known of the place itself.
  struct Terms {
    let place: SharedPlace
    /// Whether a daemon may be started.
    let mayStart: Bool
  }

  private let terms: Terms
  private let begin: Duration
  /// How long the next wait is.
  private var pause = Self.shortestPause
  private var hasStarted = false
  private var hasNoticed = false
  /// How often a daemon that was leaving has closed the connection.
  private var farewells = 0

  static let patience = Duration.seconds(5)
  private static let patienceInSilence = Duration.seconds(1)
  private static let shortestPause = Duration.milliseconds(5)
  private static let longestPause = Duration.milliseconds(100)
  private static let mostFarewells = 3

  init(_ terms: Terms, at now: Duration) {
    (self.terms, begin) = (terms, now)
  }

  /// Nobody has taken the connection.
  ///
  /// Only ENOENT and ECONNREFUSED mean that nobody is there; with EAGAIN somebody is who does not keep up.
  mutating func connectionFailed(_ error: SystemError, at now: Duration) -> Step {
    switch error.errno {
    case ENOENT, ECONNREFUSED:
      guard terms.mayStart else {
        return .end(SharingProblem(ExitStatus.unavailable, "no daemon runs at \(terms.place.socket)"))
      }
      return hasStarted ? wait(at: now) : .takeLock
    case EAGAIN: return wait(at: now)
    default: return .end(SharingProblem(ExitStatus.noPermission, "the socket cannot be used: \(error)"))
    }
  }

  /// This process has the lock.
  ///
  /// - Parameter sandbox: The one that it is in; nil for none.
  func lockTaken(in sandbox: Sandbox?) -> Step {
    guard let sandbox else { return .start }
    return .end(
      SharingProblem(
        ExitStatus.noPermission,
        "no daemon is started from inside a sandbox (\(sandbox.mark)), which would serve others from there; "
          + "statusd serve --socket auto starts it outside"))
  }

  /// Another process has it: it starts the daemon, or is the daemon and leaves.
  mutating func lockHeld(at now: Duration) -> Step { wait(at: now) }

  func lockFailed(_ error: SystemError) -> Step {
    .end(SharingProblem(ofLock: error))
  }

  mutating func started(at now: Duration) -> Step {
    hasStarted = true
    return wait(at: now)
  }

  /// The daemon that was started has ended.
  ///
  /// - Parameter problem: What it has said; nil if it has ended in good order, as one does that nobody needs.
  mutating func daemonEnded(_ problem: SharingProblem?) -> Step {
    if let problem { return .end(problem) }
    hasStarted = false
    return turnedAway()
  }

  /// The connection was closed before a session began: the daemon was just leaving.
  mutating func turnedAway() -> Step {
    farewells += 1
    guard farewells > Self.mostFarewells else {
      hasStarted = false
      return .connect
    }
    return .end(
      SharingProblem(
        ExitStatus.temporary,
        "the daemon at \(terms.place.socket) was leaving, \(Self.mostFarewells) times in a row"))
  }

  /// What to say while it lasts; once, after a second.
  mutating func notice(at now: Duration) -> String? {
    guard !hasNoticed, now - begin >= Self.patienceInSilence else { return nil }
    hasNoticed = true
    return
      "waiting for the daemon at \(terms.place.socket), \(hasStarted ? "which begins" : "which another process starts")"
  }

  private mutating func wait(at now: Duration) -> Step {
    guard now - begin < Self.patience else {
      let why =
        hasStarted
        ? "it was started and does not listen" : "another process has \(terms.place.lock) and does not serve"
      return .end(
        SharingProblem(
          ExitStatus.temporary, "no daemon listens at \(terms.place.socket) after 5 seconds: \(why)"))
    }
    defer { pause = min(pause * 2, Self.longestPause) }
    return .wait(pause)
  }
}
