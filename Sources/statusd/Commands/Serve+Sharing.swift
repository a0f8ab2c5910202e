import Engine
import Glibc
import Logging
import Reactor
import Settings
import StatusServer

// One daemon for several clients (docs/protocol.md, section 9).

extension Serve {
  static var sharing: OptionGroup<Serve> {
    OptionGroup(
      title: "Several clients",
      options: [
        Option(
          "--socket", "path|auto",
          """
          A socket on which any number of clients is served, in place of stdin and stdout; auto is that by which \
          statusd connect finds the daemon of this configuration.
          """,
          completion: .file
        ) { serve, given throws(CommandEnd) in
          guard 1...BoundSocket.longestPath ~= given.text.utf8.count else {
            throw given.mistake("must be auto or a path of at most \(BoundSocket.longestPath) bytes")
          }
          serve.socket = given.text
        },
        Option(
          "--idle-timeout",
          "How long the daemon stays when it has no client; 60 by default, and 0 for as long as it can.",
          seconds: 0...31_536_000
        ) { $0.idleTimeout = $1 },
      ])
  }

  /// Serves whoever connects to a socket.
  func share(at socket: String) throws(CommandEnd) -> CInt {
    try refuseWhatIsOneClients()
    let logger = try log.makeLogger(level: .warning)
    let daemon: SharedDaemon
    let lock: CInt
    do throws(SharingProblem) {
      daemon = try SharedDaemon(settings, socket: socket == "auto" ? nil : socket)
      lock = try daemon.place.takeLock()
    } catch {
      throw .status(error.report())
    }
    for notice in daemon.settings.notices { logger.warning("\(notice)") }
    var configuration = daemon.settings.configuration
    if let idleTimeout { configuration.shared.idleTimeout = idleTimeout }
    var terms = SharedSession.Terms(framing: framing.framing)
    terms.options.drainTimeout = stdio.drainTimeout ?? Self.drainTimeout
    let bound = try Self.bind(at: daemon.place.socket)
    daemon.settle(logger)
    defer { StandardErrorLog.flush(within: .milliseconds(100)) }
    return Host.run(logger: logger) { host in
      let guest = SharedGuest(configuration, at: ListeningSocket(bound), terms, on: host)
      guest.onLeave = { OwnDescriptor.close(lock) }
      return guest
    }
  }

  /// What belongs to one client and its process cannot be shared.
  ///
  /// - Parameter place: Where several are served.
  func refuseWhatIsOneClients(of place: String = "--socket") throws(CommandEnd) {
    if settings.clock == .manual {
      throw .mistake("--clock manual is one client's own clock, and \(place) serves several")
    }
    if stdio.trace != nil { throw .mistake("--trace records one session, and \(place) serves several") }
    if stdio.clientProcess != nil {
      throw .mistake("--clientProcessId names the process of one client, and \(place) serves several")
    }
  }

  /// - Throws: Status 73 (EX_CANTCREAT) for a path that is taken, 77 (EX_NOPERM) for one that may not be used.
  private static func bind(at path: String) throws(CommandEnd) -> BoundSocket {
    do throws(BoundSocket.Fault) {
      return try BoundSocket(path: path)
    } catch {
      switch error {
      case .taken:
        LastWords.write("statusd: \(path) is taken: what is there is no socket of this user's, and stays")
        throw .status(ExitStatus.cannotCreate)
      case .failed(let error):
        LastWords.write("statusd: the socket \(path) cannot be made: \(error)")
        throw .status(
          [EACCES, EPERM].contains(error.errno) ? ExitStatus.noPermission : ExitStatus.cannotCreate)
      }
    }
  }
}

extension ExitStatus {
  /// EX_CANTCREAT (sysexits.h): a file that the daemon needs cannot be made.
  static let cannotCreate: CInt = 73
  /// EX_NOPERM: the system does not let this user do it.
  static let noPermission: CInt = 77
}
