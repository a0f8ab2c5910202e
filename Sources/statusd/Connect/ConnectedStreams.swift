import Glibc
import JSONRPC
import Reactor
import StatusServer

/// How a session begins with a daemon for the standard streams of this process.
struct ConnectedStreams {
  /// What the daemon gets: this process's own streams, or the other ends of a copy.
  let handed: (input: CInt, output: CInt)
  /// This process's end of the copy; nil where its own streams are handed over.
  let copy: CInt?

  /// A terminal is never handed over: the daemon is outside of its job control, and would take what is typed for the
  /// shell while this process is in the background.
  ///
  /// - Throws: Where no copy can be made.
  init(_ streams: StandardStreams) throws(SystemError) {
    if isatty(streams.input) == 1 || isatty(streams.output) == 1 {
      let (own, other) = try LocalClient.pair()
      (handed, copy) = ((other, other), own)
    } else {
      (handed, copy) = ((streams.input, streams.output), nil)
    }
  }

  /// Lets go of what the daemon has now.
  func forget() {
    if copy != nil { OwnDescriptor.close(handed.input) }
  }
}

/// The first words with a daemon.
struct DaemonGreeting {
  let hello: ConnectLine.Hello
  let streams: ConnectedStreams
  let place: SharedPlace

  /// How long a daemon that has taken the connection may take to answer.
  private static let patience = Duration.seconds(5)

  /// Begins a session.
  ///
  /// - Returns: The rest of what the daemon has said; nil if it has closed the connection, which it does when it is
  ///   just leaving. The socket is closed then.
  func begin(on socket: CInt) throws(SharingProblem) -> DaemonLines? {
    do throws(SharingProblem) {
      if let lines = try welcome(on: socket) { return lines }
    } catch {
      OwnDescriptor.close(socket)
      throw error
    }
    OwnDescriptor.close(socket)
    return nil
  }

  private func welcome(on socket: CInt) throws(SharingProblem) -> DaemonLines? {
    do throws(SystemError) {
      try LocalClient.send(
        ConnectLine.hello(hello, from: Int(getpid())), with: [streams.handed.input, streams.handed.output],
        to: socket)
    } catch {
      if [EPIPE, ECONNRESET].contains(error.errno) { return nil }
      throw SharingProblem(ExitStatus.noPermission, "the streams cannot be handed to the daemon: \(error)")
    }
    var lines = DaemonLines(socket)
    switch lines.next(within: Self.patience) {
    case .line(.welcome): return lines
    case .line(.refused("stopping", _)), .end: return nil
    case .line(.refused("sessions", let message)): throw SharingProblem(ExitStatus.temporary, message)
    case .line(.refused(_, let message)): throw SharingProblem(ExitStatus.otherProtocol, message)
    case .line, .other:
      throw SharingProblem(ExitStatus.otherProtocol, "no statusd listens at \(place.socket)")
    case .nothing:
      throw SharingProblem(ExitStatus.temporary, "the daemon at \(place.socket) does not answer")
    }
  }
}
