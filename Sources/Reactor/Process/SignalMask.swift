import CLinux
import Glibc

/// The signals that the calling thread takes, pthread_sigmask(3).
enum SignalMask {
  /// Runs `body` with every signal blocked; what came meanwhile is taken afterwards.
  static func blockingAll<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }
}
