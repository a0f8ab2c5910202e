import StatusCore

extension ResourceSnapshot {
  /// What a test says of it: `state loaded 3 fetching`, with the revision.
  var words: String { "\(resource) \(status.rawValue) \(revision)" + (isFetching ? " fetching" : "") }
}

extension LocationSnapshot {
  /// What a test says of it: `loaded 3 @1.5`, with the revision and the latitude.
  var words: String {
    "\(status.rawValue) \(revision)" + (position.map { " @\($0.coordinate.latitude)" } ?? "")
  }
}

extension FailureID: ExpressibleByStringLiteral {
  package init(stringLiteral id: String) {
    self.init(rawValue: id)
  }
}

extension Failure {
  /// The options that it offers, in order.
  var optionIDs: [RecoveryOptionID] { options.map(\.id) }
}
