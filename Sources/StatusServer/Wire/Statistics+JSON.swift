import Jansson
import Reactor
import StatusCore

extension JSONWriter {
  /// Writes the result of `stats`.
  @LoopActor
  mutating func statistics(_ statistics: Statistics) {
    object { json in
      json.member("requests") { $0.requests(statistics) }
      json.member("notifications") { json in
        json.object { json in
          json.member("sent", statistics.notificationsSent)
          json.member("coalesced", statistics.notificationsCoalesced)
        }
      }
      json.member("input") { json in
        json.object { json in
          json.member("bytes", statistics.bytesReceived)
          json.member("messages", statistics.messagesReceived)
        }
      }
      json.member("output") { $0.output(statistics) }
      json.member("log") { json in json.object { $0.member("dropped", statistics.logDropped) } }
      json.member("uptime", statistics.uptime.seconds)
      json.member("memory") { json in json.object { $0.member("resident", ResidentMemory.bytes) } }
    }
  }

  @LoopActor
  private mutating func requests(_ statistics: Statistics) {
    object { json in
      json.member("admitted", statistics.admitted)
      json.member("answered", statistics.answered)
      json.member("cancelled", statistics.cancelled)
      json.member("refused", statistics.refused)
      json.member("inFlight", statistics.inFlight)
      json.member("inFlightHighWater", statistics.inFlightHighWater)
    }
  }

  @LoopActor
  private mutating func output(_ statistics: Statistics) {
    object { json in
      json.member("bytes", statistics.bytesSent)
      json.member("backlog", statistics.backlog)
      json.member("backlogHighWater", statistics.backlogHighWater)
      json.member("stalls", statistics.stalls)
    }
  }
}
