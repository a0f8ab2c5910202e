/// One fetch of one resource.
package struct FlightID: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// One request that waits for a fetch.
package struct WaiterID: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}
