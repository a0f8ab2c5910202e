internal import Foundation
internal import StatusdTypes

/// What the daemon says of itself at its start.
public struct Server: Codable, Hashable, Sendable {
  /// A program and its version.
  public struct Info: Codable, Hashable, Sendable {
    /// `statusd`.
    public let name: String
    /// Of the program, not of its protocol.
    public let version: String
  }

  /// The version of the protocol.
  public let protocolVersion: String
  /// Who it is.
  public let serverInfo: Info
  /// What it can do.
  public let capabilities: [String: JSONValue]
}

extension Connection {
  private static let protocolVersion = "1"

  /// Makes sure that the program is a statusd, within `limit`.
  ///
  /// One that is not is ended.
  func open(_ listeners: Listeners, limit: Duration, onEnd: @escaping @Sendable () -> Void) async throws
    -> Server
  {
    start(listeners, onEnd: onEnd)
    do {
      return try await initialize(limit)
    } catch {
      kill()
      await close(grace: .zero)
      guard error is CallTimedOut else { throw error }
      throw NotStatusd("This program is no statusd: no response to initialize within \(limit)")
    }
  }

  private func initialize(_ limit: Duration) async throws -> Server {
    let params: JSONValue = ["clientInfo": ["name": "statusd-swift", "version": "0.1.0"]]
    let found = try await call("initialize", params, timeout: limit) { message in
      try JSONDecoder().decode(ResultMessage<JSONValue>.self, from: message).result
    }
    guard let server = try? found.decoded(as: Server.self), server.serverInfo.name == "statusd",
      server.protocolVersion == Self.protocolVersion
    else {
      let name = found["serverInfo"]?["name"]?.string ?? "this program"
      let version = found["protocolVersion"]?.string ?? "none"
      throw NotStatusd(
        "This client speaks protocol \(Self.protocolVersion) of statusd", "\(name) speaks \(version)".utf8)
    }
    return server
  }
}
