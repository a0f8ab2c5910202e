import Glibc
import Reactor
import Settings
import StatusServer

/// A shared daemon that runs, as it answers for itself.
struct RunningDaemon {
  let place: SharedPlace
  let status: ConnectLine.Daemon
  /// What its configuration is; nil where its file is not there.
  let info: SharedInfo?

  /// How long one may take to answer.
  private static let patience = Duration.seconds(2)

  /// - Returns: nil where no daemon of this user's answers.
  init?(at place: SharedPlace) {
    guard case .line(.status(let status)) = Self.ask(ConnectLine.status, at: place) else { return nil }
    (self.place, self.status, info) = (place, status, SharedInfo(at: place.info))
  }

  /// Those of this user, in every folder in which they may be.
  static func all(_ variables: Environment = .ofProcess) -> [RunningDaemon] {
    let folders = SharedFolder.candidates(runtime: variables["XDG_RUNTIME_DIR"], user: geteuid())
    var seen: Set<String> = []
    return folders.filter { seen.insert($0).inserted && PrivateFolder.look(at: $0) == .usable }
      .flatMap { folder in FolderEntries.names(in: folder).map { "\(folder)/\($0)" } }
      .filter(SharedPlace.isSocket).compactMap { RunningDaemon(at: SharedPlace(socket: $0)) }
  }

  /// Asks it to end: every session is drained.
  ///
  /// - Returns: Its process; nil where none answers.
  static func stop(at place: SharedPlace) -> Int? {
    guard case .line(.stopping(let process)) = ask(ConnectLine.stop, at: place) else { return nil }
    return process
  }

  private static func ask(_ line: [UInt8], at place: SharedPlace) -> DaemonLines.Next {
    guard let socket = try? LocalClient.connect(place.socket) else { return .end }
    defer { OwnDescriptor.close(socket) }
    guard LocalPeer(of: socket)?.user == geteuid(), (try? LocalClient.send(line, to: socket)) != nil else {
      return .end
    }
    var lines = DaemonLines(socket)
    return lines.next(within: patience)
  }
}
