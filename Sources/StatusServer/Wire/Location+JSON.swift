import Jansson
import StatusCore

extension JSONWriter {
  /// Writes a LocationSnapshot.
  mutating func location(_ snapshot: LocationSnapshot) {
    object { json in
      json.member("revision", snapshot.revision)
      json.member("status", snapshot.status.rawValue)
      if let position = snapshot.position { json.member("coordinate") { $0.position(position) } }
      json.member("timestamp", snapshot.timestamp)
      if let failure = snapshot.failure { json.member("failure") { $0.failure(failure) } }
    }
  }

  /// Writes the params of `locationChanged`; `coalesced` is how many older notifications this one replaces.
  mutating func change(_ id: SubscriptionID, _ location: JSONText, coalesced: Int) {
    object { json in
      json.member("subscriptionId", id.rawValue)
      json.member("location") { $0.text(location) }
      json.member("coalesced", coalesced)
    }
  }

  /// Writes a position: the member `coordinate` of a LocationSnapshot.
  mutating func position(_ position: Position) {
    object { json in
      json.member("latitude", position.coordinate.latitude)
      json.member("longitude", position.coordinate.longitude)
      json.member("altitude", position.altitude)
      json.member("accuracy", position.accuracy)
      json.member("speed", position.speed)
      json.member("heading", position.heading)
    }
  }
}
