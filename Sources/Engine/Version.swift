/// The version of the daemon.
///
/// CHANGELOG.md, schema/openrpc.json and the clients have the same number.
package enum Version {
  package static let current = "0.1.0"
}
