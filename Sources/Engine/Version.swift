/// The version of the daemon.
///
/// CHANGELOG.md, schema/openrpc.json and the clients have the same number.
package enum Version {
  package static let current = "0.1.0"
  /// The version of the wire contract.
  ///
  /// A change that can break a client raises it.
  package static let wireProtocol = "1"
}
