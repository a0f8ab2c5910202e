/// What a server says of an error in its own words (RFC 9457, "Problem Details for HTTP APIs").
///
/// The strings are foreign text, bounded and escaped where they were read.
package struct ProblemDetails: Hashable, Sendable {
  /// A URI reference that names the type of the problem.
  package var type: String?
  /// The type in a few words, the same each time.
  package var title: String?
  /// The HTTP status as the body repeats it.
  package var status: Int?
  /// What happened this time.
  package var detail: String?
  /// A URI reference that names this occurrence.
  package var instance: String?

  package init() {}

  package var isEmpty: Bool { self == ProblemDetails() }

  /// The most exact sentence that there is, for a failure's reason.
  package var explanation: Explanation? { (detail ?? title).map { .quoted($0) } }

  /// What stays the same when the same problem occurs again: `detail` and `instance` are about one occurrence
  /// (RFC 9457 sections 3.1.4 and 3.1.5).
  var lasting: ProblemDetails {
    var lasting = self
    lasting.detail = nil
    lasting.instance = nil
    return lasting
  }
}
