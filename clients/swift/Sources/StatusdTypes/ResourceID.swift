/// A resource, or one instance of a parameterised resource.
public struct ResourceID: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Its name.
  public var resource: String
  /// The arguments of an instance by their names; empty for any other resource.
  public var arguments: [String: String]

  /// An instance where there are arguments, else the resource of that name.
  public init(_ resource: String, _ arguments: [String: String]? = nil) {
    self.resource = resource
    self.arguments = arguments ?? [:]
  }

  /// The resource of that name.
  public init(stringLiteral resource: String) {
    self.init(resource)
  }

  /// What a request about it has.
  public var params: [String: JSONValue] {
    guard !arguments.isEmpty else { return ["resource": .string(resource)] }
    return ["resource": .string(resource), "arguments": .object(arguments.mapValues(JSONValue.string))]
  }
}

extension SnapshotMembers {
  /// What it is a snapshot of.
  public var id: ResourceID { ResourceID(resource, arguments) }
}

extension ResourcePolling {
  /// What is polled.
  public var id: ResourceID { ResourceID(resource, arguments) }
}

extension FailureData {
  /// What failed; nil where no resource is concerned.
  public var id: ResourceID? { resource.map { ResourceID($0, arguments) } }
}
