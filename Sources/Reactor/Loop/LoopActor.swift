/// The one domain in which the daemon runs: everything isolated to it runs on its event loop's thread.
///
/// Code on the loop's thread that the compiler does not know to be there (a C callback, the main function)
/// enters with ``assumeIsolated(_:)`` or ``inCallback(_:)``.
@globalActor
package actor LoopActor {
  package static let shared = LoopActor()

  /// The executor of this actor; ``EventLoop/run(_:)`` gives it the calling thread.
  nonisolated package let loop = EventLoop()

  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Runs `operation` at once, as code of this actor; the caller must be on the loop's thread.
  ///
  /// - Important: Traps when called from another thread.
  package static func assumeIsolated<Result: Sendable, Failure: Error>(
    _ operation: @LoopActor () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try entered(operation)
  }

  /// The same for a callback from C, which comes often: ``assumeIsolated(_:)`` looks its generic types up each time.
  package static func inCallback(_ operation: @LoopActor () -> Void) {
    entered(operation)
  }

  /// The same for a callback that answers a question.
  package static func inCallback(_ operation: @LoopActor () -> Bool) -> Bool {
    entered(operation)
  }

  /// Traps when called from another thread than the loop's.
  package static func checkIsolated() {
    shared.loop.checkIsolated()
  }

  @inline(__always)
  private static func entered<Result: Sendable, Failure: Error>(
    _ operation: @LoopActor () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Asked of the loop at once: the runtime would first look for the executor of the present task, at several times
    // the cost, and then ask the same.
    shared.loop.checkIsolated()
    typealias Plain = () throws(Failure) -> Result
    // The compiler puts the length of this file's path here, and a release is the same from whichever folder.
    #sourceLocation(file:"LoopActor.assumeIsolated",line:1)
    let outcome: Swift.Result<Result, Failure> = withoutActuallyEscaping(operation) { isolated in
      // The two function types differ in isolation alone, which has no representation in the closure, and
      // the precondition above has just shown that this thread is the actor's: as MainActor does it.
      let plain = unsafe unsafeBitCast(isolated, to: Plain.self)
      do throws(Failure) {
        return .success(try plain())
      } catch {
        return .failure(error)
      }
    }
    #sourceLocation()
    return try outcome.get()
  }
}
