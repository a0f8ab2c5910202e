import Engine
import Jansson
import StatusCore

extension JSONWriter {
  /// Writes the result of `waitFor`.
  ///
  /// - Parameter snapshot: The encoded snapshot at the end of the wait.
  mutating func wait(_ outcome: WaitOutcome, _ snapshot: JSONText) {
    object { json in
      json.member("reason", outcome.reason.rawValue)
      json.member("waited", outcome.waited.seconds)
      json.member("snapshot") { $0.text(snapshot) }
    }
  }
}
