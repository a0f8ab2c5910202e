internal import Foundation
public import StatusdClient

/// A call that was begun.
///
/// One that waits for a fetch gets its response when time has moved on.
public final class PendingCall: Sendable {
  /// What was called.
  public let method: String
  private let client: Statusd
  private let id = Locked(0)
  private let response = Locked<Result<Data, any Error>?>(nil)

  init(_ method: String, _ client: Statusd) {
    self.method = method
    self.client = client
  }

  func begin(_ params: Params) async throws {
    let sent = try await client.send(method, params) { [self] response in
      self.response.withLock { $0 = response }
    }
    id.withLock { $0 = sent }
  }

  /// Whether it has no response at the daemon's present time.
  public var isPending: Bool {
    get async throws {
      // Whatever was written before this response has been looked at when it comes.
      _ = try await client.call("advanceClock", ["seconds": 0])
      return response.withLock { $0 } == nil
    }
  }

  /// The result.
  ///
  /// Throws `StatusdFailure` if the call has failed, and `NoResponse` where time has to pass first.
  public func result<Value: Decodable>(as type: Value.Type = JSONValue.self) async throws -> Value {
    guard try await !isPending, let response = response.withLock({ $0 }) else {
      throw NoResponse(method: method)
    }
    return try JSONDecoder().decode(ResultMessage<Value>.self, from: response.get()).result
  }

  /// The result of `refresh` and its like.
  public func snapshot() async throws -> Snapshot {
    try await result(as: Snapshot.self)
  }

  /// What the call has failed with.
  ///
  /// Throws `NoFailure` if it has not.
  public func failure() async throws -> StatusdFailure {
    do {
      throw NoFailure(method: method, result: try await result())
    } catch let failure as StatusdFailure {
      return failure
    }
  }

  /// Gives the call up: it fails with `requestCancelled`, unless its response was on the way.
  public func cancel() async throws {
    try await client.notify("$/cancelRequest", ["id": .integer(id.withLock { $0 })])
  }
}

/// A call has no response yet: advance the clock.
public struct NoResponse: Error, CustomStringConvertible {
  /// What was called.
  public let method: String
  /// In a sentence.
  public var description: String { "\(method) has no response yet: advance the clock." }
}

/// A call that should have failed has a result.
public struct NoFailure: Error, CustomStringConvertible {
  /// What was called.
  public let method: String
  /// What came instead.
  public let result: JSONValue
  /// In a sentence.
  public var description: String { "\(method) has not failed: \(result)" }
}
