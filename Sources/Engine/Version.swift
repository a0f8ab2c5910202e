/// What the daemon calls itself; CHANGELOG.md, schema/openrpc.json and the clients say the same.
package enum Version {
  package static let current = "0.1.0"
  /// The wire contract's version, raised by a change that a client could notice as a break.
  package static let wireProtocol = "1"
}
