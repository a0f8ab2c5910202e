extension Failure {
  /// The same failure with the options that can work now.
  package func offered(under conditions: RecoveryConditions) -> Failure {
    let working = possibleOptions.lazy.filter { conditions.allow($0.id) }
    // Almost always nothing has changed, and nothing needs to be copied.
    if working.count > 1, working.elementsEqual(options, by: { $0.id == $1.id }) { return self }
    var offered = self
    offered.options = RecoveryPolicy.offered(possibleOptions, for: kind, under: conditions)
    return offered
  }
}

extension RecoveryPolicy {
  /// Those of the possible options that can work now; help stands in when nothing but `cancel` is left.
  static func offered(
    _ possible: [RecoveryOption], for kind: FailureKind, under conditions: RecoveryConditions
  ) -> [RecoveryOption] {
    let working = possible.filter { conditions.allow($0.id) }
    return working.contains { $0.id != .cancel } ? working : working + [.showHelp(for: kind)]
  }
}
