import Glibc
import JSONRPC
import Logging
import Reactor
import StatusServer

/// The client of this process, which a shared daemon is to serve: its streams are handed over, and this process stays
/// while the session lasts.
struct HandedClient {
  let streams: StandardStreams
  private let connected: ConnectedStreams
  private let hello: ConnectLine.Hello

  /// How long a daemon that has taken the connection may take to answer.
  private static let patience = Duration.seconds(5)

  /// Takes the standard streams.
  init(_ hello: ConnectLine.Hello) throws(SharingProblem) {
    do throws(SystemError) {
      streams = try StandardStreams.take()
      connected = try ConnectedStreams(streams)
    } catch {
      throw SharingProblem(ExitStatus.systemError, "cannot start: \(error)")
    }
    var hello = hello
    hello.isCopied = connected.copy != nil
    self.hello = hello
  }

  /// Begins a session.
  ///
  /// - Returns: The rest of what the daemon has said; nil if it has closed the connection, which it does when it is
  ///   just leaving. The socket is closed then.
  func greet(_ place: SharedPlace, on socket: CInt) throws(SharingProblem) -> DaemonLines? {
    do throws(SharingProblem) {
      if let lines = try welcome(on: socket, at: place) { return lines }
    } catch {
      OwnDescriptor.close(socket)
      throw error
    }
    OwnDescriptor.close(socket)
    return nil
  }

  private func welcome(on socket: CInt, at place: SharedPlace) throws(SharingProblem) -> DaemonLines? {
    do throws(SystemError) {
      try LocalClient.send(
        ConnectLine.hello(hello, from: Int(getpid())),
        with: [connected.handed.input, connected.handed.output],
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

  /// Stays until the session that has begun is over.
  ///
  /// - Parameter process: Its end is the session's too; nil for none but the parent.
  /// - Returns: The exit status.
  func stay(
    _ lines: DaemonLines, at place: SharedPlace, untilEndOf process: Int?, _ logger: Logger
  ) -> CInt {
    connected.forget()
    // Without a copy, it waits for the daemon's last line, for signals and for the client's end.
    return Host.run(logger: logger, watchesTurns: connected.copy != nil) { host in
      let guest = ConnectGuest(lines, place, on: host)
      if let copy = connected.copy { guest.copy(streams, over: copy) }
      if let process { host.watch(process, for: guest) }
      return guest
    }
  }

  /// No daemon serves the client: its streams are free for this process.
  func stayAlone() { connected.close() }
}
