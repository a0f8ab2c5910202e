package import JSONRPC

/// The protocols that sessions of a shared daemon speak, by the names that the lines of `connect` have for them.
package enum SharedProtocol: String, Sendable {
  case serve, mcp

  /// How its messages are framed.
  ///
  /// - Parameter asked: What the client says of it; nil detects it.
  package func framing(_ asked: Framing?) -> Framing? {
    switch self {
    case .serve: asked
    // Its messages are lines, and `Content-Length:` is no message.
    case .mcp: .lines
    }
  }

  package var profile: SessionProfile {
    switch self {
    case .serve: .native
    case .mcp: .mcp
    }
  }
}
