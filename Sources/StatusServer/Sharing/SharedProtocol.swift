/// The protocols that sessions of a shared daemon speak, by the names that the lines of `connect` have for them.
package enum SharedProtocol: String, Sendable {
  case serve, mcp

  package var profile: SessionProfile {
    switch self {
    case .serve: .native
    case .mcp: .mcp
    }
  }
}
