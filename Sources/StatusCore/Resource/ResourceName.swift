/// The name of a resource.
package struct ResourceName: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The status of the system, a fleet.
  package static let state = ResourceName(rawValue: "state")
  package static let menu = ResourceName(rawValue: "menu")
  /// The resource in failures of the location; no resource has this name.
  package static let location = ResourceName(rawValue: "location")

  package var description: String { rawValue }
}
