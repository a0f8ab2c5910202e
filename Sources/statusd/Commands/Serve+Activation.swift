import Engine
import Logging
import Reactor
import Settings
import StatusServer

// A socket that systemd hands over (sd_listen_fds(3)).

extension Serve {
  /// The socket that was handed to this process; nil if none was.
  ///
  /// The variables are for this process alone, and gone afterwards.
  /// - Throws: Status 78 for another number of sockets than one, and for what is no socket that listens.
  static func takeActivation() throws(CommandEnd) -> BoundSocket? {
    guard let count = HandedDescriptors.take() else { return nil }
    guard count == 1 else {
      LastWords.write("statusd: LISTEN_FDS must be 1, the socket that is served; got \(count)")
      throw .status(ExitStatus.configuration)
    }
    guard let socket = BoundSocket(taking: HandedDescriptors.first) else {
      LastWords.write(
        "statusd: descriptor \(HandedDescriptors.first), which LISTEN_FDS hands over, is no socket that listens"
      )
      throw .status(ExitStatus.configuration)
    }
    return socket
  }

  /// Serves whoever connects to a socket that was handed over; it has no name of ours.
  func share(on socket: BoundSocket) throws(CommandEnd) -> CInt {
    try refuseWhatIsOneClients(of: "a socket that was handed over")
    let logger = try log.makeLogger(level: .warning)
    var configuration = try readConfiguration(logger, by: placedSettings)
    if let idleTimeout { configuration.shared.idleTimeout = idleTimeout }
    var terms = SharedSession.Terms(framing: framing.framing)
    terms.options.drainTimeout = stdio.drainTimeout ?? Self.drainTimeout
    defer { StandardErrorLog.flush(within: .milliseconds(100)) }
    return Host.run(logger: logger) { host in
      SharedGuest(configuration, at: ListeningSocket(socket), terms, on: host)
    }
  }
}
