import CProcess
import Glibc
import Synchronization

/// Looks at the loop from outside: a turn that lasts for more than a second is reported, and does not keep the process
/// from its end (docs/decisions/0022-watch.md).
package enum LoopWatch {
  /// A turn that lasts.
  package struct HeldTurn: Hashable, Sendable {
    /// What it does; empty for nothing that has a name.
    package let phase: String
    /// The resource that it does that for; nil for none.
    package let resource: String?
    /// For how long it has lasted so far.
    package let time: Duration
    /// Whether the process ends now, because it was to end and the loop does not see to that.
    package let isEnd: Bool
  }

  private static let report = Mutex<(@Sendable (HeldTurn) -> Void)?>(nil)

  /// Watches the loop that runs on the calling thread; once in a process.
  ///
  /// - Parameter report: Called with each turn that lasts, once, from a thread of its own.
  /// - Throws: EAGAIN when the process may have no more threads; then nobody watches.
  package static func start(_ report: @escaping @Sendable (HeldTurn) -> Void) throws(SystemError) {
    Self.report.withLock { $0 = report }
    // SAFETY: both texts are ended by zero and are copied during the call.
    let code = unsafe statusd_watch_loop { phase, resource, milliseconds, isEnd in
      guard let phase = unsafe phase, let resource = unsafe resource else { return }
      let name = unsafe String(cString: resource)
      let turn = unsafe HeldTurn(
        phase: String(cString: phase), resource: name.isEmpty ? nil : name,
        time: .milliseconds(milliseconds), isEnd: isEnd != 0)
      LoopWatch.report.withLock(\.self)?(turn)
    }
    guard code == 0 else { throw SystemError("thread", errno: code) }
  }

  /// Leaves the thread alone: what it does after its loop has ended may take its time.
  package static func stop() {
    statusd_leave_loop()
  }
}
