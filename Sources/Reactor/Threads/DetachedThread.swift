import CLinux
import Glibc

/// A thread that nobody waits for.
package enum DetachedThread {
  /// What the thread runs; a class, so that one pointer can carry it.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Starts a thread, which takes no signals: those of the process are the loop's.
  ///
  /// - Throws: EAGAIN when the process may have no more threads, or no memory for a stack.
  package static func start(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
    // SAFETY: the retained reference is taken back by the thread, which runs once, or below.
    let body = unsafe Unmanaged.passRetained(Body(run)).toOpaque()
    var thread = pthread_t()
    let code = SignalMask.blockingAll {
      unsafe pthread_create(
        &thread, nil,
        { body in
          guard let body = unsafe body else { return nil }
          unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
          return nil
        }, body)
    }
    guard code == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(body).release()
      throw SystemError("thread", errno: code)
    }
    _ = pthread_detach(thread)
  }
}
