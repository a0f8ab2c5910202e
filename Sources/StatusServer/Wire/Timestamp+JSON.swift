import Jansson
import StatusCore

extension JSONWriter {
  /// The answer to `advanceClock`.
  mutating func clock(at now: Timestamp) {
    object { $0.member("now", now.rfc3339) }
  }
}
