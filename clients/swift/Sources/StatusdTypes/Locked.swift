internal import Foundation

/// A value behind a lock, for what more than one thread uses.
///
/// `Mutex` of Synchronization is the same, but needs macOS 15 or iOS 18.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  // Touched under the lock alone, which is why the class may promise to be Sendable.
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
