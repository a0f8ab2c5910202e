import Glibc
import Reactor

/// Comes to the daemon: performs the steps of a ``Meeting``, and waits where they say so.
struct MeetingPlace {
  private let daemon: SharedDaemon
  private var meeting: Meeting
  /// The daemon that this process has started; nil if it has started none.
  private var started: LastingProcess?
  /// The lock, until the daemon serves that has it too, or has said why not: whoever takes it next begins the log anew.
  private var lock: CInt?
  /// What begins to listen there; nil until that is waited for.
  private var arrivals: FolderArrivals?

  /// - Parameter mayStart: Whether the daemon is started if nobody listens.
  init(of daemon: SharedDaemon, mayStart: Bool) {
    self.daemon = daemon
    meeting = Meeting(Meeting.Terms(place: daemon.place, mayStart: mayStart), at: SystemTime.sinceStart)
  }

  /// Begins a session with the daemon.
  ///
  /// - Parameter greet: Begins it on a connection, which is the greeter's from then on; nil if the daemon was just
  ///   leaving, and has closed it.
  mutating func meet<Session>(
    _ greet: (CInt) throws(SharingProblem) -> Session?
  ) throws(SharingProblem) -> Session {
    defer { leaveAll() }
    var step = Meeting.Step.connect
    while true {
      switch step {
      case .connect:
        guard let socket = connect(&step) else { continue }
        if let session = try greet(socket) { return session }
        step = meeting.turnedAway()
      case .takeLock: step = takeLock()
      case .start: step = try start()
      case .wait(let pause): step = wait(pause)
      case .end(let problem): throw problem
      }
    }
  }

  private mutating func leaveAll() {
    started?.leave()
    started = nil
    if let lock = lock.take() { OwnDescriptor.close(lock) }
  }

  /// - Parameter step: The next one, where nobody takes the connection.
  private mutating func connect(_ step: inout Meeting.Step) -> CInt? {
    do throws(SystemError) {
      let socket = try LocalClient.connect(daemon.place.socket)
      if LocalPeer(of: socket)?.user == geteuid() { return socket }
      OwnDescriptor.close(socket)
      step = .end(
        SharingProblem(ExitStatus.noPermission, "\(daemon.place.socket) is the socket of another user"))
    } catch {
      step = meeting.connectionFailed(error, at: SystemTime.sinceStart)
    }
    return nil
  }

  /// Whether this is a sandbox is asked here: two files say so, which most clients need not read.
  private mutating func takeLock() -> Meeting.Step {
    do throws(SystemError) {
      lock = try FileLock.take(daemon.place.lock)
      return lock == nil ? meeting.lockHeld(at: SystemTime.sinceStart) : meeting.lockTaken(in: .present)
    } catch {
      return meeting.lockFailed(error)
    }
  }

  private mutating func start() throws(SharingProblem) -> Meeting.Step {
    guard let lock else { return .takeLock }
    started = try daemon.launch.start(at: daemon.place, lock: lock)
    return meeting.started(at: SystemTime.sinceStart)
  }

  /// A daemon that begins to listen cuts it short, and so does the end of the one that was started: however little time
  /// a daemon has without a client, whoever waits for it comes in time.
  private mutating func wait(_ pause: Duration) -> Meeting.Step {
    if let sentence = meeting.notice(at: SystemTime.sinceStart) { LastWords.write("statusd: \(sentence)") }
    if arrivals == nil { arrivals = FolderArrivals(beside: daemon.place.socket) }
    arrivals?.wait(pause, or: started?.descriptor)
    guard let started, let ending = started.ending(within: .zero) else { return .connect }
    let problem = DaemonLaunch.problem(of: ending, at: daemon.place)
    leaveAll()
    return meeting.daemonEnded(problem)
  }
}
