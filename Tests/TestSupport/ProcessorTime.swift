import Glibc

/// The time that the processor spends on `body` in this thread, however busy the machine is with other things.
package func processorTime(of body: () throws -> Void) rethrows -> Duration {
  let start = threadTime
  try body()
  return threadTime - start
}

private var threadTime: Duration {
  var time = timespec()
  let code = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  precondition(code == 0, "every thread has a clock (clock_gettime(2))")
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
