extension RecoveryPolicy {
  /// The key of the configuration whose change can help, as in the file; nil if no change can help.
  ///
  /// A problem may name the key itself. Otherwise the kind decides.
  static func settingsKey(for problem: Problem, resource: ResourceID?) -> String? {
    if let key = problem.detail.key { return key }
    if resource == .location { return problem.kind == .locationNoFix ? nil : "location.source" }
    switch FailureCatalogue[problem.kind].settings {
    case .none: return nil
    case .key(let key): return key
    case .resource(let usual, let exceptions):
      let exception = exceptions.first { $0.key == problem.detail.reason }
      guard let resource, let member = exception.map(\.value) ?? usual else { return nil }
      return "resources.\(resource.name).\(member)"
    }
  }
}
