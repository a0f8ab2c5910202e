extension RecoveryPolicy {
  /// The key of the configuration whose change can help, as the file has it; nil where none can.
  ///
  /// A problem that knows its key says so itself. Otherwise it is the place of what the kind complains of.
  static func settingsKey(for problem: Problem, resource: ResourceName?) -> String? {
    if let key = problem.detail.key { return key }
    if resource == .location { return problem.kind == .locationNoFix ? nil : "location.source" }
    switch problem.kind {
    case .bodyTooLarge: return "limits.bodyBytes"
    case .outOfSpace: return "store.quota"
    case .storeUnwritable: return "store.path"
    case .locationUnavailable, .locationNoDevice, .locationDenied: return "location.source"
    default:
      guard let resource, let member = resourceKey(for: problem) else { return nil }
      return "resources.\(resource).\(member)"
    }
  }

  /// The key within a resource's table.
  private static func resourceKey(for problem: Problem) -> String? {
    switch (problem.kind, problem.detail.reason) {
    case (.unauthorized, _), (.forbidden, _): "headers"
    // The server has to renew its certificate, or this computer's clock is wrong.
    case (.certificateInvalid, "expired"), (.certificateInvalid, "notYetValid"): nil
    case (.certificateInvalid, "selfSigned"), (.certificateInvalid, "untrusted"): "caFile"
    // A permission or a failing program is mended where it is; another path is only for what cannot be a source.
    case (.fileUnreadable, let reason): reason == "notRegular" ? "source" : nil
    case (.commandFailed, let reason): reason == "notFound" || reason == "notExecutable" ? "source" : nil
    case (.sourceMisconfigured, "caFile"): "caFile"
    case (.sourceMisconfigured, "library"): nil
    default: "source"
    }
  }
}
