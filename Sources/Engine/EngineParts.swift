package import Providers
package import Reactor
package import StatusCore

/// Parts that replace those that the configuration describes; a part that is nil is built as configured.
///
/// Tests and fuzz targets put parts of their own here. Everything else is built as in the process.
@LoopActor
package struct EngineParts {
  /// The source of a resource or an instance, or of a location that is fetched, on the given timers; nil for the
  /// configured one.
  package var source: @LoopActor (ResourceID, TimerQueue) -> (any Source)? = { _, _ in nil }
  package var locationSource: (any LocationSource)?
  package var store: (any ValueStore)?
  package var means: RecoveryMeans?
  /// The engine's clock.
  ///
  /// ``Configuration/clock`` decides whether clients may move it.
  package var clock: ManualClock?

  package nonisolated init() {}
}
