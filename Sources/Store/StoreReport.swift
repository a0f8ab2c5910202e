/// What the store's thread reports to its owner.
package enum StoreReport: Sendable {
  /// A value that was kept by an earlier process.
  case restored(StoredValue)
  /// What the store holds.
  case contents([StoreKey: StoreQuota.Entry], historyCount: Int)
  /// These values are written.
  case wrote([StoreKey])
  /// These values, and so many fetches that waited with them, could not be written.
  case failed([StoreKey], fetches: Int, StoreFault)
  /// A value was damaged and was put aside.
  case valueDamaged(StoreKey)
  /// The file was damaged and was put aside under this name; a new one is begun.
  case fileDamaged(aside: String)
  /// The file was removed, or another one is in its place, which is opened; its contents are reported next.
  case fileReplaced
  /// The disk had no room to drop entries, so all of them were dropped.
  case emptied
  /// The answer to a question for the history; nil if it cannot be read.
  case history(Int, [StoredFetch]?)
  /// A later version has made the file; it is left alone, and nothing is kept.
  case newer(format: Int)

  /// Contents of which these values are dropped after they were counted.
  func without(_ dropped: Set<StoreKey>) -> StoreReport {
    guard !dropped.isEmpty, case .contents(let values, let historyCount) = self else { return self }
    return .contents(values.filter { !dropped.contains($0.key) }, historyCount: historyCount)
  }
}
