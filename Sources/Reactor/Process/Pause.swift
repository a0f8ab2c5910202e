import Glibc

/// A wait of a process that has no loop yet, for what another process does and nobody reports.
package enum Pause {
  package static func take(_ length: Duration) {
    _ = poll(nil, 0, length.waitMilliseconds)
  }
}
