/// What a recovery gives: what the failed method would have returned.
public enum RecoveredState: Hashable, Sendable {
  case snapshot(Snapshot)
  /// Of `keepTrying`.
  case polling(ResourcePolling)
  case location(LocationSnapshot)
  /// Of a form that this client does not know.
  case other(JSONValue)
}

extension RecoveredState: Codable {
  private enum Members: String, CodingKey {
    case resource
    case revision
  }

  /// A type is told by a member that only it has, or has not.
  public init(from decoder: any Decoder) throws {
    self = try Self.known(decoder) ?? .other(JSONValue(from: decoder))
  }

  private static func known(_ decoder: any Decoder) -> Self? {
    guard let members = try? decoder.container(keyedBy: Members.self) else { return nil }
    if !members.contains(.resource) { return (try? LocationSnapshot(from: decoder)).map(Self.location) }
    if members.contains(.revision) { return (try? Snapshot(from: decoder)).map(Self.snapshot) }
    return (try? ResourcePolling(from: decoder)).map(Self.polling)
  }

  /// Writes what it holds.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .snapshot(let snapshot): try snapshot.encode(to: encoder)
    case .polling(let polling): try polling.encode(to: encoder)
    case .location(let location): try location.encode(to: encoder)
    case .other(let value): try value.encode(to: encoder)
    }
  }
}
