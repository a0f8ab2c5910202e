/// A moment of monotonic time, counted from an origin of the clock that gave it.
///
/// Instants of one ``TimeSource`` can be compared; nothing else can be known of one.
package struct Instant: Hashable, Sendable {
  package let sinceOrigin: Duration

  package init(sinceOrigin: Duration) {
    self.sinceOrigin = sinceOrigin
  }

  package static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(sinceOrigin: instant.sinceOrigin + duration)
  }

  package static func - (later: Instant, earlier: Instant) -> Duration {
    later.sinceOrigin - earlier.sinceOrigin
  }
}

extension Instant: Comparable {
  package static func < (left: Instant, right: Instant) -> Bool {
    left.sinceOrigin < right.sinceOrigin
  }
}
