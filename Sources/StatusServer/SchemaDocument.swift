package import Jansson

/// The contract that the binary carries.
package enum SchemaDocument {
  /// schema/openrpc.json without insignificant white space, on one line.
  package static let openRPC = JSONText(trusting: SchemaFile.openrpc.minified)
}
