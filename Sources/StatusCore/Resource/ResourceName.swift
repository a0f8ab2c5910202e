/// The name of a thing that the daemon fetches and remembers.
package struct ResourceName: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The system's status.
  package static let state = ResourceName(rawValue: "state")
  package static let menu = ResourceName(rawValue: "menu")
  /// What failures of the location name; no resource has this name.
  package static let location = ResourceName(rawValue: "location")

  package var description: String { rawValue }
}
