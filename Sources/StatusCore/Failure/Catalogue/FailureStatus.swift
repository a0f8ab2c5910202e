/// The exit status of a command that ended with a failure, chosen by what helps (sysexits.h).
package enum FailureStatus: Int32, CaseIterable, Sendable {
  /// Nothing below.
  case other = 1
  /// EX_DATAERR: the source brought data that cannot be used.
  case badData = 65
  /// EX_NOINPUT: a file does not exist.
  case noInput = 66
  /// EX_UNAVAILABLE: the source cannot be reached.
  case unreachable = 69
  /// EX_TEMPFAIL: the same may succeed later.
  case later = 75
  /// EX_NOPERM: somebody has to sign in or to give a permission.
  case permission = 77
}

extension Failure {
  /// The exit status of a command that ends with this failure.
  ///
  /// Where a server said when to come back, trying later can help, whatever the kind.
  package var status: FailureStatus { retryAfter == nil ? FailureCatalogue[kind].exitStatus : .later }
}
