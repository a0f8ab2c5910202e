import Reactor
import Settings

/// How a daemon is started that many will share.
struct DaemonLaunch {
  /// The words of its command line.
  let words: [String]
  /// Its environment: what it has, and what its configuration is read from, which it takes out itself.
  let environment: [String]

  /// - Parameters:
  ///   - settings: The words of this command line that say something of the configuration.
  ///   - log: Those of the log.
  init(
    at place: SharedPlace, _ settings: [String], log: [String], _ daemon: DaemonEnvironment,
    from environment: Environment
  ) {
    words = ["statusd", Serve.name, "--socket", place.socket] + settings + log
    let known = Set(daemon.variables.map(\.name))
    let ours = environment.ours.filter { !known.contains($0.key) && $0.key != Serve.traceVariable }
    let variable = Environment.folderVariable
    let folder = environment[variable].map { ["\(variable)=\($0)"] } ?? []
    self.environment =
      daemon.entries + ours.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + folder
  }

  /// Starts it; the daemon has the lock as well then.
  func start(at place: SharedPlace, lock: CInt) throws(SharingProblem) -> LastingProcess {
    do throws(SystemError) {
      let log = try EmptiedFile.open(place.log)
      defer { OwnDescriptor.close(log) }
      return try LastingProcess.start(
        RunningProgram.path, words, environment: environment, log: log, lock: lock)
    } catch {
      throw SharingProblem(ExitStatus.cannotCreate, "the daemon cannot be started: \(error)")
    }
  }

  /// Why a daemon that was started has ended, in its own words.
  ///
  /// - Returns: nil for one that has ended in good order.
  static func problem(of ending: LastingProcess.Ending, at place: SharedPlace) -> SharingProblem? {
    let log = BriefFile.contents(place.log).map { String(decoding: $0, as: UTF8.self) } ?? ""
    switch ending {
    case .exited(0): return nil
    case .exited(let status): return SharingProblem(status, log: log, at: place)
    case .signal(let number):
      return SharingProblem(
        ExitStatus.daemonGone,
        "the daemon was ended by signal \(number) while it began; its log is \(place.log)")
    }
  }
}
