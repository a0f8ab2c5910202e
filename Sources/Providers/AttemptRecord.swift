/// What is known of an attempt that has ended, besides its outcome.
package struct AttemptRecord: Hashable, Sendable {
  /// The HTTP status of the last response; nil without one.
  package var status: Int?
  /// Bytes of the body, decompressed.
  package var bytes: Int?
  /// Redirects that were followed.
  package var redirects = 0
  /// Whole days until the certificate of the server ends; nil where that was not asked for.
  package var certificateDays: Int?

  package init() {}
}
