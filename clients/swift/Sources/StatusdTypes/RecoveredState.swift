/// What a recovery gives: what the failed method would have returned.
public enum RecoveredState: Hashable, Sendable {
  case snapshot(Snapshot)
  /// Of `keepTrying`.
  case polling(ResourcePolling)
  case location(LocationSnapshot)
}

extension RecoveredState: Codable {
  private enum Members: String, CodingKey {
    case resource
    case revision
  }

  /// A type is told by a member that only it has, or has not.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Members.self)
    if !members.contains(.resource) {
      self = .location(try LocationSnapshot(from: decoder))
    } else if members.contains(.revision) {
      self = .snapshot(try Snapshot(from: decoder))
    } else {
      self = .polling(try ResourcePolling(from: decoder))
    }
  }

  /// Writes what it holds.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .snapshot(let snapshot): try snapshot.encode(to: encoder)
    case .polling(let polling): try polling.encode(to: encoder)
    case .location(let location): try location.encode(to: encoder)
    }
  }
}
