/// Members of an object that are always the same, encoded once.
package struct JSONMembers: Sendable {
  let text: [UInt8]

  /// At least one member, as `write` writes it.
  package init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    text = writer.bytes
  }
}
