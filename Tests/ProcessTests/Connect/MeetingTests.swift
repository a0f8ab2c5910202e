import Glibc
import Reactor
import Testing

@testable import statusd

/// How a client comes to a daemon, as events and steps.
struct MeetingTests {
  private static let place = SharedPlace(in: "/run/statusd", key: "0123456789abcdef")

  private func meeting(mayStart: Bool = true) -> Meeting {
    Meeting(Meeting.Terms(place: Self.place, mayStart: mayStart), at: .zero)
  }

  private func error(_ code: CInt) -> SystemError { SystemError("s", errno: code) }

  private func status(_ step: Meeting.Step) -> CInt? {
    if case .end(let problem) = step { problem.status } else { nil }
  }

  @Test(arguments: [ENOENT, ECONNREFUSED]) func `nobody is there: the lock is taken, and the daemon started`(
    code: CInt
  ) {
    var meeting = meeting()
    #expect(meeting.connectionFailed(error(code), at: .zero) == .takeLock)
    #expect(meeting.lockTaken(in: nil) == .start)
    #expect(meeting.started(at: .zero) == .wait(.milliseconds(5)))
    // Whoever has started it waits for it, and takes no lock again.
    #expect(meeting.connectionFailed(error(code), at: .zero) == .wait(.milliseconds(10)))
  }

  @Test(arguments: [EACCES, EPERM, ENOTSOCK, EPROTOTYPE, ENOTDIR, ELOOP])
  func `any other error touches nothing`(code: CInt) {
    var meeting = meeting()
    #expect(status(meeting.connectionFailed(error(code), at: .zero)) == 77)
  }

  @Test func `a daemon that does not keep up is there`() {
    var meeting = meeting(mayStart: false)
    #expect(meeting.connectionFailed(error(EAGAIN), at: .zero) == .wait(.milliseconds(5)))
  }

  @Test func `nothing is started where nothing may be`() {
    var meeting = meeting(mayStart: false)
    #expect(
      meeting.connectionFailed(error(ENOENT), at: .zero)
        == .end(SharingProblem(69, "no daemon runs at /run/statusd/0123456789abcdef.sock")))
  }

  @Test func `no daemon is started from inside a sandbox, but one that another starts is waited for`() {
    let sandbox = Sandbox(Array("Seccomp:\t2\n".utf8), first: nil)
    var meeting = meeting()
    #expect(meeting.connectionFailed(error(ENOENT), at: .zero) == .takeLock)
    #expect(meeting.lockHeld(at: .zero) == .wait(.milliseconds(5)))
    let end = meeting.lockTaken(in: sandbox)
    #expect(status(end) == 77)
    guard case .end(let problem) = end else { return }
    #expect(problem.lines.contains("(Seccomp)") && problem.isOfPlace)
  }

  @Test func `the waits grow to a tenth of a second, and end after five seconds`() {
    var meeting = meeting()
    let waits = (0..<7).map { _ in meeting.lockHeld(at: .zero) }
    #expect(waits == [5, 10, 20, 40, 80, 100, 100].map { .wait(.milliseconds($0)) })
    #expect(meeting.lockHeld(at: .milliseconds(4_999)) == .wait(.milliseconds(100)))
    #expect(
      meeting.lockHeld(at: .seconds(5))
        == .end(
          SharingProblem(
            75,
            "no daemon listens at /run/statusd/0123456789abcdef.sock after 5 seconds: another process has "
              + "/run/statusd/0123456789abcdef.lock and does not serve")))
  }

  @Test func `after a second it says what it waits for, once`() {
    var meeting = meeting()
    #expect(meeting.notice(at: .milliseconds(999)) == nil)
    #expect(
      meeting.notice(at: .seconds(1))?.hasSuffix("0123456789abcdef.sock, which another process starts")
        == true)
    #expect(meeting.notice(at: .seconds(2)) == nil)
  }

  @Test func `a daemon that is leaving is come to again, three times`() {
    var meeting = meeting()
    for _ in 1...3 { #expect(meeting.turnedAway() == .connect) }
    #expect(status(meeting.turnedAway()) == 75)
  }

  @Test func `what ends the daemon's start is said in its words and with its status`() {
    let said = SharingProblem(78, log: "statusd: a: b is wrong\nstatusd: c\n", at: Self.place)
    var meeting = meeting()
    _ = meeting.started(at: .zero)
    #expect(meeting.daemonEnded(said) == .end(said))
    #expect(said.lines == "statusd: a: b is wrong\nstatusd: c" && said.status == 78 && !said.isOfPlace)
    #expect(SharingProblem(78, log: "", at: Self.place).lines.contains("does not say why"))
  }

  @Test(arguments: [(EACCES, 77), (EROFS, 77), (ENOSPC, 73), (ELOOP, 73)] as [(CInt, CInt)])
  func `a lock that cannot be made ends it`(code: CInt, status: CInt) {
    #expect(self.status(meeting().lockFailed(error(code))) == status)
  }
}
