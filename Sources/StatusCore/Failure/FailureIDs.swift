/// Gives failures their names: f1, f2 and so on.
///
/// One of these serves every ledger of a process, so that no two failures have the same name.
package struct FailureIDs: Hashable, Sendable {
  private var count = 0

  package init() {}

  package mutating func next() -> FailureID {
    count += 1
    return FailureID(rawValue: "f\(count)")
  }
}
