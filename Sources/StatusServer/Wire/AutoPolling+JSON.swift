import Jansson
import StatusCore

extension JSONWriter {
  /// The result of switching polling.
  mutating func polling(of snapshot: ResourceSnapshot) {
    object { json in
      json.member("resource", snapshot.resource.rawValue)
      json.member("autoPolling") { $0.autoPolling(snapshot.autoPolling) }
    }
  }

  /// The member `autoPolling` of a Snapshot.
  mutating func autoPolling(_ polling: AutoPolling) {
    object { json in
      json.member("enabled", polling.isEnabled)
      json.member("interval", polling.interval.seconds)
      json.member("nextPollAt", polling.nextPollAt?.rfc3339)
      json.member("consecutiveFailures", polling.consecutiveFailures)
    }
  }
}
