import StatusCore

extension ResourceID {
  /// The instance of `branches` for a branch (`Configuration.addBranches`).
  static func branch(_ name: String) -> ResourceID {
    ResourceID(ResourceName(rawValue: "branches"), ResourceArguments(["branch": name]))
  }
}
