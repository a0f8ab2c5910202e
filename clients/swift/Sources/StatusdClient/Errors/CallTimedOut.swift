public import Foundation

/// No response came within the time of the call.
///
/// Its request was cancelled.
public struct CallTimedOut: Error, Hashable, Sendable {
  /// The method that was called.
  public let method: String
  /// The time that the call had.
  public let limit: Duration
}

extension CallTimedOut: LocalizedError, CustomStringConvertible {
  /// Which method, and how long.
  public var description: String { "\(method) got no response within \(limit)." }
  /// The same.
  public var errorDescription: String? { description }
}
