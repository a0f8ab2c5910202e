package import Providers
package import Reactor
package import StatusCore

/// What stands in the place of parts that the configuration describes; nil leaves it at that.
///
/// Tests, the model and fuzzing put parts of their own here; everything else is built as in the process.
@LoopActor
package struct EngineParts {
  /// Where a resource comes from.
  package var source: @LoopActor (ResourceName, TimerQueue) -> (any Source)? = { _, _ in nil }
  package var locationSource: (any LocationSource)?
  package var store: (any ValueStore)?
  package var means: RecoveryMeans?
  /// The engine's time; whether clients may move it is for ``Configuration/clock`` to say.
  package var clock: ManualClock?

  package nonisolated init() {}
}
