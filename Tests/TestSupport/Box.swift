package import Reactor

/// Something that the loop's callbacks can write to.
@LoopActor
package final class Box<Value: Sendable> {
  package var value: Value

  package nonisolated init(_ value: Value) {
    self.value = value
  }
}
