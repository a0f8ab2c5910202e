public import Foundation

/// A moment as the daemon writes it: RFC 3339, UTC, with milliseconds.
public struct Timestamp: RawRepresentable, Hashable, Codable, Sendable {
  /// As it stands in messages.
  public let rawValue: String

  /// Of a text as it stands in messages.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Nil for what is no such moment.
  public var date: Date? {
    try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(rawValue)
  }
}
