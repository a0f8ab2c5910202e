// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A question about a value that is either so or not: what stands at a place in it.
public struct Condition: Codable, Hashable, Sendable {
  /// A JSON Pointer (RFC 6901) into the value.
  public var path: String?
  /// There is something, and it equals this.
  public var equals: JSONValue?
  /// There is something, and it does not equal this.
  public var not: JSONValue?
  /// There is something, and it equals one of these.
  public var oneOf: [JSONValue]?
  /// Whether there is something; null is something.
  public var exists: Bool?
  /// There is a number, and it is no smaller.
  public var atLeast: Double?
  /// There is a number, and it is no larger.
  public var atMost: Double?
  /// What is there, nothing included, is not what was there when the wait began, or in the first value, if there was none.
  public var changed: Bool?

  public init(
    path: String? = nil,
    equals: JSONValue? = nil,
    not: JSONValue? = nil,
    oneOf: [JSONValue]? = nil,
    exists: Bool? = nil,
    atLeast: Double? = nil,
    atMost: Double? = nil,
    changed: Bool? = nil
  ) {
    self.path = path
    self.equals = equals
    self.not = not
    self.oneOf = oneOf
    self.exists = exists
    self.atLeast = atLeast
    self.atMost = atMost
    self.changed = changed
  }
}

/// What `reason` can be.
public struct WaitReason: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let met: Self = "met"
  public static let unless: Self = "unless"
  public static let timeout: Self = "timeout"
}

extension WaitReason: CustomStringConvertible {
  public var description: String { rawValue }
}

/// How a wait ended without a failure.
public struct WaitResult: Codable, Hashable, Sendable {
  /// `met`: a condition of `until` holds.
  public var reason: WaitReason
  /// Seconds since the call.
  public var waited: Double
  /// The resource at the end of the wait.
  public var snapshot: Snapshot

  public init(reason: WaitReason, waited: Double, snapshot: Snapshot) {
    self.reason = reason
    self.waited = waited
    self.snapshot = snapshot
  }
}
