package import Jansson
package import StatusCore

/// A Snapshot as a client has received it: what it says, and its text.
package struct ReceivedSnapshot: Sendable {
  package let snapshot: ResourceSnapshot
  /// The whole Snapshot.
  package let text: JSONText
  /// The same without its value.
  package let members: JSONText

  /// - Parameter bytes: A Snapshot, or the params of `stateChanged`, which are one and a last member.
  package init?(_ bytes: [UInt8]) {
    let whole = bytes.removing(JSONPlace(["coalesced"]))
    let range = JSONPlace(["value"]).find(in: whole.span)
    let rest = range == nil ? whole : whole.removing(JSONPlace(["value"]))
    guard let json = try? JSONValue.parse(rest.span), let id = ResourceID(received: json) else { return nil }
    text = JSONText(trusting: whole)
    members = JSONText(trusting: rest)
    var snapshot = ResourceSnapshot(resource: id)
    snapshot.revision = json["revision"]?.integer ?? 0
    snapshot.status = json["status"]?.string.flatMap { ResourceStatus(rawValue: $0) } ?? .idle
    snapshot.isFetching = json["isFetching"]?.boolean ?? false
    snapshot.attempt = json["attempt"]?.integer
    snapshot.maxAttempts = json["maxAttempts"]?.integer
    snapshot.value = range.map { ResourceValue(normalised: Array(whole[$0])) }
    snapshot.updatedAt = json["updatedAt"]?.string.flatMap { Timestamp(rfc3339: $0) }
    snapshot.isStale = json["isStale"]?.boolean ?? false
    snapshot.failure = Failure(received: json["failure"])
    if let polling = json["autoPolling"] { snapshot.autoPolling = AutoPolling(received: polling) }
    self.snapshot = snapshot
  }
}

/// A LocationSnapshot as a client has received it.
package struct ReceivedLocation: Sendable {
  package let snapshot: LocationSnapshot
  package let text: JSONText

  package init?(_ bytes: [UInt8]) {
    guard let json = try? JSONValue.parse(bytes.span),
      let status = json["status"]?.string.flatMap({ LocationStatus(rawValue: $0) })
    else { return nil }
    text = JSONText(trusting: bytes)
    snapshot = LocationSnapshot(
      revision: json["revision"]?.integer ?? 0, status: status,
      position: json["coordinate"].flatMap { Position(received: $0) },
      timestamp: json["timestamp"]?.string.flatMap { Timestamp(rfc3339: $0) },
      failure: Failure(received: json["failure"]))
  }
}

extension AutoPolling {
  fileprivate init(received json: JSONValue) {
    self.init(
      isEnabled: json["enabled"]?.boolean ?? false, interval: .seconds(json["interval"]?.number ?? 0),
      nextPollAt: json["nextPollAt"]?.string.flatMap { Timestamp(rfc3339: $0) },
      consecutiveFailures: json["consecutiveFailures"]?.integer ?? 0)
  }
}

extension Position {
  fileprivate init?(received json: JSONValue) {
    guard let latitude = json["latitude"]?.number, let longitude = json["longitude"]?.number else {
      return nil
    }
    self.init(Coordinate(latitude: latitude, longitude: longitude))
    altitude = json["altitude"]?.number
    accuracy = json["accuracy"]?.number
    speed = json["speed"]?.number
    heading = json["heading"]?.number
  }
}

extension [UInt8] {
  /// The object without that member, as the daemon writes one: with no space in it, and never the first member.
  fileprivate func removing(_ place: JSONPlace) -> [UInt8] {
    guard let range = place.find(in: span) else { return self }
    // The comma, the name in its quotes and the colon.
    let start = range.lowerBound - place.tokens[0].utf8.count - 4
    guard start > 0, self[start] == UInt8(ascii: ",") else { return self }
    return Array(self[..<start] + self[range.upperBound...])
  }
}
