internal import StatusdClient
internal import TestSupport

/// What a command makes, and `next` reads.
@MainActor
protocol KitStream: AnyObject {
  func next() async throws -> [String: JSONValue]
}

final class NotificationStream: KitStream {
  private var iterator: Notifications.Iterator

  init(_ iterator: Notifications.Iterator) {
    self.iterator = iterator
  }

  func next() async throws -> [String: JSONValue] {
    var reading = iterator
    switch try await reading.next() {
    case nil: return ["over": true]
    case .restarted: return ["restarted": true]
    case .stateChanged(let changed): return try notification("stateChanged", JSONValue(encoding: changed))
    case .locationChanged(let changed):
      return try notification("locationChanged", JSONValue(encoding: changed))
    case .screenChanged(let changed): return try notification("screenChanged", JSONValue(encoding: changed))
    case .other(let method, let params): return notification(method, params)
    }
  }

  private func notification(_ method: String, _ params: JSONValue?) -> [String: JSONValue] {
    var members: [String: JSONValue] = ["method": .string(method)]
    members["params"] = params
    return ["notification": .object(members)]
  }
}

final class LocationStream: KitStream {
  private var iterator: Locations.Iterator

  init(_ iterator: Locations.Iterator) {
    self.iterator = iterator
  }

  func next() async throws -> [String: JSONValue] {
    var reading = iterator
    return try await reading.next().map { ["location": try JSONValue(encoding: $0)] } ?? ["over": true]
  }
}
