import StatusCore

/// A failure as a person reads it on a terminal: what, why, and what can be done.
struct FailureSentences: CustomStringConvertible {
  let description: String

  init(_ failure: Failure, style: TextStyle) {
    var lines = ["statusd: \(style.error(failure.title)). \(failure.failureReason)"]
    if let suggestion = failure.recoverySuggestion { lines.append(suggestion) }
    if let url = failure.detail.url { lines.append("The source is \(url).") }
    if let wait = failure.retryAfter { lines.append("The server asks to wait \(wait.seconds) seconds.") }
    let options = failure.options.compactMap(Self.advice)
    if !options.isEmpty { lines.append("What can be done:") }
    lines += options.map { "  \($0)" }
    description = lines.joined(separator: "\n")
  }

  /// How a person performs an option, now that the process of the failure ends; nil for what needs no word.
  private static func advice(_ option: RecoveryOption) -> String? {
    switch option.id {
    case .cancel: nil
    case .tryAgain: "\(option.title): run the command again"
    case .tryLater: "\(option.title): run the command again then"
    case .waitForConnection, .keepTrying: "\(option.title): add --wait to the command"
    case .signIn: "\(option.title): set the credentials, then run the command again"
    case .openSettings:
      "\(option.title): " + [option.key, option.path].compactMap(\.self).joined(separator: " in ")
    case .showHelp: option.url.map { "\(option.title): \($0)" } ?? option.title
    case .useLastKnown, .freeSpace, .buyMoreSpace, .useDemoRoute, .custom: option.title
    }
  }
}
