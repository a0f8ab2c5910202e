/// The particulars of a failure; which of them are there depends on its kind.
package struct FailureDetail: Hashable, Sendable {
  /// Without credentials and query values.
  package var url: String?
  /// The HTTP status.
  package var status: Int?
  /// A JSON Pointer (RFC 6901) into the params or the value, or the path of a file.
  package var path: String?
  /// The finer case within the kind, such as `connect` of a timeout.
  package var reason: String?
  /// What was exceeded, in the unit of the thing limited.
  package var limit: Int?
  /// How many bytes there were.
  package var bytes: Int?
  /// The nearest known name to an unknown one.
  package var suggestion: String?
  /// What should have been there.
  package var expected: String?
  /// The key of the configuration that is wrong, as the file has it: `resources.menu.source`.
  package var key: String?
  /// The option that is being performed.
  package var running: RecoveryOptionID?
  /// The id of a request, as the JSON text in which it came.
  package var requestID: String?
  /// The system's error number.
  package var errno: Int?
  /// With what a command ended by itself.
  package var exitStatus: Int?
  /// The number of the signal that ended a command, signal(7).
  package var signal: Int?
  /// The last line that a command wrote to its standard error: at most 1,000 bytes, without control
  /// characters and without its arguments.
  package var stderr: String?
  /// The transport library's own number of an error that has no kind of its own.
  package var code: Int?
  /// The first 200 characters of a body that could not be used.
  ///
  /// It goes to clients and is never logged.
  package var excerpt: String?

  package init() {}

  package var isEmpty: Bool { self == FailureDetail() }

  /// Without what differs each time that the same thing fails.
  var lasting: FailureDetail {
    var lasting = self
    lasting.excerpt = nil
    return lasting
  }
}
