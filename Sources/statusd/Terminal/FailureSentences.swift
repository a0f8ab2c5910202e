import StatusCore

/// A failure as a person reads it on a terminal: what, why, and what can be done.
struct FailureSentences: CustomStringConvertible {
  let description: String

  /// - Parameter command: The command that has failed, to be given again with an option; nil if nobody could paste it.
  init(_ failure: Failure, style: TextStyle, of command: PastedCommand?) {
    var lines = ["statusd: \(style.error(failure.title)). \(failure.failureReason)"]
    if let suggestion = failure.recoverySuggestion { lines.append(suggestion) }
    if let url = failure.detail.url { lines.append("The source is \(url).") }
    if let wait = failure.retryAfter { lines.append("The server asks to wait \(wait.seconds) seconds.") }
    let options = failure.options.filter { $0.performedBy == .server }.compactMap {
      Self.way(to: $0, command)
    }
    if !options.isEmpty { lines.append("What can be done:") }
    lines += options.map { "  \($0)" }
    lines += failure.options.compactMap { Self.sentence(of: $0, in: failure, command) }
    description = lines.joined(separator: "\n")
  }

  /// How a person performs an option, now that the process of the failure ends; nil for what needs no word.
  private static func way(to option: RecoveryOption, _ command: PastedCommand?) -> String? {
    switch option.id {
    case .cancel: nil
    case .tryAgain: "\(option.title): run the command again"
    case .signIn: "\(option.title): set the credentials, then run the command again"
    case .keepTrying: way(to: option, by: ["--wait"], command)
    case .tryLater, .waitForConnection, .useLastKnown, .freeSpace, .buyMoreSpace, .useDemoRoute,
      .openSettings,
      .showHelp, .custom:
      way(to: option, by: ["--recover", option.id.rawValue], command)
    }
  }

  private static func way(to option: RecoveryOption, by words: [String], _ command: PastedCommand?) -> String
  {
    guard let line = command?.line(adding: words) else {
      return "\(option.title): add \(words.joined(separator: " ")) to the command"
    }
    return "\(option.title):\n    \(line)"
  }

  /// What a client would do is the person's to do here; nil for an option of the user's own, which this program does
  /// not know how to perform.
  private static func sentence(of option: RecoveryOption, in failure: Failure, _ command: PastedCommand?)
    -> String?
  {
    switch option.id {
    case .openSettings:
      option.key.map { "The key is \($0)" + (option.path.map { " in \($0)." } ?? ".") }
    case .showHelp:
      "To read more: \(command?.program ?? "statusd") call getHelp anchor=\(failure.helpAnchor) --format text"
    case .cancel, .tryAgain, .tryLater, .waitForConnection, .useLastKnown, .keepTrying, .signIn, .freeSpace,
      .buyMoreSpace, .useDemoRoute, .custom:
      nil
    }
  }
}
