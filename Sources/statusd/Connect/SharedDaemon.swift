import Engine
import Glibc
import Reactor
import Settings

/// The daemon of a configuration, as a client finds it: whether it runs already is seen when it is needed.
struct SharedDaemon {
  let place: SharedPlace
  let identity: SharedIdentity
  let settings: SharedSettings
  let environment: DaemonEnvironment
  let launch: DaemonLaunch

  /// - Parameters:
  ///   - socket: The path of its socket; nil for that of the configuration.
  ///   - log: The words of the command line of its log.
  /// - Throws: Status 78 for a wrong configuration, 77 where there is no folder for a socket.
  init(
    _ commandLine: CommandLineSettings, socket: String?, log: [String] = [],
    from variables: Environment = .ofProcess
  ) throws(SharingProblem) {
    let folder = WorkingDirectory.path
    let (settings, problems) = SettingsReader.judgeShared(commandLine, environment: variables, in: folder)
    guard problems.isEmpty else {
      throw SharingProblem(
        ExitStatus.configuration, saying: problems.lines.map { "statusd: \($0)" }.joined(separator: "\n"))
    }
    environment = DaemonEnvironment(for: settings, from: variables)
    identity = SharedIdentity(of: settings, environment, in: folder)
    self.settings = settings
    place =
      if let socket { SharedPlace(socket: WorkingDirectory.absolute(socket)) } else {
        SharedPlace(in: try Self.folder(variables), key: identity.key)
      }
    launch = DaemonLaunch(
      at: place, commandLine.words, log: log, environment, from: variables)
  }

  /// The folder of the sockets of this user.
  static func folder(_ variables: Environment) throws(SharingProblem) -> String {
    let candidates = SharedFolder.candidates(runtime: variables["XDG_RUNTIME_DIR"], user: geteuid())
    return try SharedFolder.find(among: candidates)
  }
}
