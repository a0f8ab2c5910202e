import Engine
import Logging
import Reactor
import Settings

/// A command that may be a client of the daemon which all clients of its configuration share.
protocol SharingCommand: ConfiguredCommand {
  var sharing: Sharing { get set }
}

/// Whether a command is such a client.
enum Sharing: String {
  /// It has an engine of its own.
  case none
  /// It has one of its own only where no daemon can be shared.
  case preferred
  /// It ends where no daemon can be shared.
  case only
}

extension OptionGroup where Root: SharingCommand {
  /// The option to share.
  static var sharing: Self {
    let form = OptionForm(
      name: "--shared", argument: nil,
      summary: {
        """
        Use the daemon that all clients of this configuration share, which is started if none runs: what many show is \
        fetched once. Where a sandbox or a folder forbids it, this process fetches by itself, with a warning; =only ends \
        with status 77 there.
        """
      }, completion: .none, isRepeatable: false, words: [Sharing.only.rawValue])
    return OptionGroup(options: [
      Option(form: form) { command, given throws(CommandEnd) in
        command.sharing = Sharing(rawValue: given.text) ?? .preferred
      }
    ])
  }
}

extension SharingCommand {
  /// Begins a session with the shared daemon.
  ///
  /// - Parameters:
  ///   - logger: Gets the warning why there is none.
  ///   - begin: Begins it on a connection; nil if the daemon was just leaving.
  /// - Returns: nil if this process serves itself.
  /// - Throws: The status of why there is none, if that is the end; a line has said it.
  func share<Session>(
    _ logger: Logger, _ begin: (CInt, SharedPlace) throws(SharingProblem) -> Session?
  ) throws(CommandEnd) -> (session: Session, daemon: SharedDaemon)? {
    guard sharing != .none else { return nil }
    try refuseManualClock()
    do throws(SharingProblem) {
      return try meet(begin)
    } catch {
      try stayAlone(because: error)
      return nil
    }
  }

  func refuseManualClock() throws(CommandEnd) {
    guard settings.clock == .system else {
      throw .mistake("--clock manual is one client's own clock, and cannot be shared")
    }
  }

  /// Begins a session with the shared daemon, which is started if none runs.
  ///
  /// - Parameter log: The words of the command line of the daemon's log.
  func meet<Session>(
    log: [String] = [], _ begin: (CInt, SharedPlace) throws(SharingProblem) -> Session?
  ) throws(SharingProblem) -> (session: Session, daemon: SharedDaemon) {
    let daemon = try SharedDaemon(settings, socket: nil, log: log)
    var meeting = MeetingPlace(of: daemon, mayStart: true)
    let place = daemon.place
    return (try meeting.meet { (socket) throws(SharingProblem) in try begin(socket, place) }, daemon)
  }

  /// Says why this process serves itself.
  ///
  /// - Throws: The status, where that is the end.
  func stayAlone(because problem: SharingProblem) throws(CommandEnd) {
    guard sharing == .preferred, problem.isOfPlace else { throw .status(problem.report()) }
    LastWords.write("\(problem.lines); this process fetches by itself")
  }
}
