import Jansson
import StatusCore

/// The command that a person gives again, with an option of its failure.
enum FailedCommand {
  case call, wait

  /// The words that keep it trying.
  fileprivate var patience: [String] {
    switch self {
    case .call: ["--wait"]
    case .wait: ["--patience", "all"]
    }
  }
}

/// A failure as a person reads it on a terminal: what, why, and what can be done.
struct FailureSentences: CustomStringConvertible {
  let description: String

  /// - Parameters:
  ///   - failed: The command that has failed.
  ///   - command: Its line, to be given again with an option; nil if nobody could paste it.
  init(_ failure: Failure, style: TextStyle, of failed: FailedCommand, _ command: PastedCommand?) {
    var lines = ["statusd: \(style.error(failure.title)). \(failure.failureReason)"]
    if let suggestion = failure.recoverySuggestion { lines.append(suggestion) }
    if let url = failure.detail.url { lines.append("The source is \(url).") }
    if let wait = failure.retryAfter { lines.append("The server asks to wait \(wait.seconds) seconds.") }
    var options = failure.options.filter { $0.performedBy == .server }.compactMap {
      Self.way(to: $0, of: failed, command, failure.resourceID)
    }
    // What keeps trying is another wait, also where the resource is polled anyway.
    if failed == .wait, failure.isRetrySafe {
      options.append(Self.way("Wait It Out", by: failed.patience, command))
    }
    if !options.isEmpty { lines.append("What can be done:") }
    lines += options.map { "  \($0)" }
    lines += failure.options.compactMap { Self.sentence(of: $0, in: failure, command) }
    description = lines.joined(separator: "\n")
  }

  /// How a person performs an option, now that the process of the failure ends; nil for what needs no word.
  private static func way(
    to option: RecoveryOption, of failed: FailedCommand, _ command: PastedCommand?, _ resource: ResourceID?
  ) -> String? {
    switch option.id {
    case .cancel: nil
    case .tryAgain: "\(option.title): run the command again"
    case .signIn: "\(option.title): set the credentials, then run the command again"
    case .keepTrying: failed == .wait ? nil : way(option.title, by: failed.patience, command)
    case .tryLater, .waitForConnection, .useLastKnown, .freeSpace, .buyMoreSpace, .useDemoRoute,
      .openSettings,
      .showHelp, .custom:
      switch failed {
      case .call: way(option.title, by: ["--recover", option.id.rawValue], command)
      // Which performs it in a process of its own, behind which a wait can begin.
      case .wait:
        "\(option.title): statusd call refresh\(params(of: resource)) --recover \(option.id.rawValue)"
      }
    }
  }

  private static func way(_ title: String, by words: [String], _ command: PastedCommand?) -> String {
    guard let line = command?.line(adding: words) else {
      return "\(title): add \(words.joined(separator: " ")) to the command"
    }
    return "\(title):\n    \(line)"
  }

  /// The resource as words behind a method.
  private static func params(of resource: ResourceID?) -> String {
    guard let resource else { return "" }
    let arguments = resource.arguments.map { given in
      let object = JSONText { json in
        json.object { json in
          for argument in given.all { json.member(named: argument.name) { $0.string(argument.value) } }
        }
      }
      return "arguments=\(object)"
    }
    let words = ["resource=\(resource.name)"] + [arguments].compactMap(\.self)
    return ShellWords.line(of: words).map { " \($0)" } ?? ""
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
