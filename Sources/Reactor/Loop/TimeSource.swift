import Glibc

/// Where time comes from: the system, or the client's hands.
///
/// This is the only way to the time of day and to elapsed time; `Date()` and `ContinuousClock` appear
/// nowhere else.
@LoopActor
package protocol TimeSource: AnyObject, Sendable {
  /// Monotonic time, for deadlines and durations.
  var now: Instant { get }

  /// The time of day in milliseconds since 1970-01-01T00:00:00Z, for display and HTTP dates alone.
  var millisecondsSince1970: Int64 { get }
}

/// The system's clocks.
package final class SystemTime: TimeSource {
  package nonisolated init() {}

  /// `CLOCK_BOOTTIME`, which goes on while the machine is suspended.
  package var now: Instant {
    Instant(sinceOrigin: Self.duration(CLOCK_BOOTTIME))
  }

  package var millisecondsSince1970: Int64 {
    Self.millisecondsSince1970
  }

  /// The time of day for the log, which is written from any thread and under any clock.
  package nonisolated static var millisecondsSince1970: Int64 {
    // Every failure has one: a Duration would be made and taken apart by divisions of 128 bits.
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Monotonic time, for any thread.
  package nonisolated static var sinceStart: Duration { duration(CLOCK_MONOTONIC) }

  private nonisolated static func duration(_ clock: clockid_t) -> Duration {
    let time = read(clock)
    // In one number of 64 bits, which is enough for 292 years: both parts would be multiplied in 128.
    return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  private nonisolated static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return time
  }
}

/// Time that stands still until it is moved.
package final class ManualTime: TimeSource {
  package private(set) var now = Instant(sinceOrigin: .zero)
  private let startMilliseconds: Int64

  /// Starts at 2000-01-01T00:00:00Z by default.
  package init(millisecondsSince1970 start: Int64 = 946_684_800_000) {
    startMilliseconds = start
  }

  package var millisecondsSince1970: Int64 {
    let (seconds, attoseconds) = now.sinceOrigin.components
    return startMilliseconds + seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }

  /// Moves to `instant`; time never goes back.
  func move(to instant: Instant) {
    now = max(now, instant)
  }
}

extension Duration {
  /// What epoll_wait(2) and poll(2) are given to wait so long: rounded up, so that it does not return early; 24 days at most.
  var waitMilliseconds: CInt {
    let (seconds, attoseconds) = min(max(self, .zero), .seconds(2_000_000)).components
    return CInt(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
