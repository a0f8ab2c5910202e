/// The details of a failure; its kind decides which of them it has.
package struct FailureDetail: Hashable, Sendable {
  /// The address, without credentials and query values.
  package var url: String?
  /// The HTTP status.
  package var status: Int?
  /// A JSON Pointer (RFC 6901) into the params or the value, or the path of a file.
  package var path: String?
  /// A more exact case of the kind, such as `connect` for a timeout.
  package var reason: String?
  /// The limit that was exceeded, in the unit of what it limits.
  package var limit: Int?
  /// The size that exceeded a limit, in bytes.
  package var bytes: Int?
  /// The known name that is nearest to an unknown one.
  package var suggestion: String?
  /// What was expected.
  package var expected: String?
  /// The wrong key of the configuration, as in the file: `resources.menu.source`.
  package var key: String?
  /// The line of the configuration file in which the first mistake is, counted from 1.
  package var line: Int?
  /// The mistakes of a configuration because of which nothing is served, a line for each; empty for another failure.
  package var mistakes: [String] = []
  /// The option that is being performed already.
  package var running: RecoveryOptionID?
  /// The id of a request, as its original JSON text.
  package var requestID: String?
  /// The system's error number, errno(3).
  package var errno: Int?
  /// The exit status of a command.
  package var exitStatus: Int?
  /// The number of the signal that ended a command, signal(7).
  package var signal: Int?
  /// The last line that a command wrote to standard error.
  ///
  /// It has at most 1,000 bytes, no control characters, and none of the command's arguments.
  package var stderr: String?
  /// The error number of the transport library, for an error that has no kind of its own.
  package var code: Int?
  /// The first 200 characters of a body that could not be used.
  ///
  /// It goes to clients and is never logged.
  package var excerpt: String?
  /// What the server itself says of the error.
  package var problem: ProblemDetails?

  package init() {}

  package var isEmpty: Bool { self == FailureDetail() }

  /// The details that stay the same when the same thing fails again.
  var lasting: FailureDetail {
    var lasting = self
    lasting.excerpt = nil
    lasting.bytes = nil
    lasting.problem = problem?.lasting
    return lasting
  }
}
