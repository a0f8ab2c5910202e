/// How a live source brings values: by itself, while polling is wanted.
package enum LiveMode: Hashable, Sendable {
  /// What it delivers stands in for polls: there are none while its connection is open.
  case insteadOfPolls
  /// It delivers what has changed, and polls find what it has missed.
  case besidePolls
}

/// The id of one connection to a live source.
package struct ConnectionID: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}
