import Reactor

/// The calling thread as the daemon's.
package enum Loop {
  /// Runs `body` as the loop's own code, and lets the loop turn not once.
  package static func enter<Failure: Error>(_ body: @LoopActor () throws(Failure) -> Void) throws(Failure) {
    let loop = LoopActor.shared.loop
    try loop.run { () throws(Failure) in
      loop.stop()
      try body()
    }
  }
}
