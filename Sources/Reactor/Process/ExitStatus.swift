/// Statuses of the process that mean the same everywhere (sysexits.h).
package enum ExitStatus {
  /// EX_USAGE: the words of the command line cannot be used.
  package static let usage: CInt = 64
  /// EX_OSERR: the system refuses what the process cannot do without.
  package static let systemError: CInt = 71
  /// EX_IOERR: reading or writing failed, and not because the other end has left.
  package static let inputOutputError: CInt = 74
}
