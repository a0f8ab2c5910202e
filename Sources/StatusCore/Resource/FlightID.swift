/// One fetch of one resource.
package struct FlightID: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// One attempt of a fetch.
package struct AttemptID: Hashable, Sendable {
  package let flight: FlightID
  /// From 1.
  package let number: Int

  package init(flight: FlightID, number: Int) {
    self.flight = flight
    self.number = number
  }
}

/// One request that waits for a fetch.
package struct WaiterID: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}
