package import StatusCore

/// What the store holds, and how it has fared since the start.
package struct StoreStatistics: Hashable, Sendable {
  /// The folder.
  package let path: String
  /// What values and history count against the quota.
  package let bytes: Int
  package let quota: Int
  /// How many values, and how many fetches of the history, are kept.
  package let (values, history): (Int, Int)
  /// Fetches of the history that were lost, because the disk was slow or refused them.
  package let historyLost: Int
  /// Writes and reads that failed.
  package let failures: Int
  /// Values and files that were damaged and put aside.
  package let damaged: Int
  /// What the store fails with now; nil while it works.
  package let problem: FailureKind?
}
