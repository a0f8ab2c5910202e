import Jansson
import StatusCore

/// The members that all failures of a kind have in common, encoded once.
///
/// An error response is mostly these. They are written as a few constants between what differs. A failure that a
/// scenario scripts (``Failure/isScripted``) has its own title, suggestion and options instead.
final class FailureText: Sendable {
  let kind: JSONMembers
  let title: JSONMembers
  /// nil for a kind that suggests nothing.
  let suggestion: JSONMembers?
  /// The same without its member.
  let suggestionCharacters: JSONCharacters?
  private let (alert, inline, silent): (JSONMembers, JSONMembers, JSONMembers)
  private let showHelp: JSONMembers

  private static let all = FailureCatalogue.entries.map { FailureText($0) }

  static func of(_ kind: FailureKind) -> FailureText { all[FailureCatalogue[kind].number] }

  private init(_ entry: FailureCatalogue.Entry) {
    kind = JSONMembers { $0.member("kind", entry.kind.rawValue) }
    title = JSONMembers { $0.member("title", entry.title) }
    suggestion = entry.recoverySuggestion.map { sentence in
      JSONMembers { $0.member("recoverySuggestion", sentence) }
    }
    suggestionCharacters = entry.recoverySuggestion.map { JSONCharacters($0) }
    alert = JSONMembers { $0.advice(entry, .alert, after: nil) }
    inline = JSONMembers { $0.advice(entry, .inline, after: nil) }
    silent = JSONMembers { $0.advice(entry, .silent, after: nil) }
    showHelp = JSONMembers { json in
      let options = [RecoveryOption(.cancel), .showHelp(for: entry.kind)]
      json.member("recoveryOptions") { $0.array(of: options) { $0.recoveryOption($1) } }
    }
  }

  /// The members from `helpAnchor` to `retry`, of a failure after which no server asked to wait.
  func advice(_ presentation: Presentation) -> JSONMembers {
    switch presentation {
    case .alert: alert
    case .inline: inline
    case .silent: silent
    }
  }

  /// The options of a failure that nothing but reading helps with: `cancel` and `showHelp`.
  func options(_ options: [RecoveryOption]) -> JSONMembers? {
    options.offersHelpAlone ? showHelp : nil
  }
}

extension JSONWriter {
  /// Writes the members from `helpAnchor` to `retry`.
  mutating func advice(
    _ entry: FailureCatalogue.Entry, _ presentation: Presentation, after: Duration?
  ) {
    member("helpAnchor", entry.helpAnchor)
    member("presentation", presentation.rawValue)
    member("retry") { json in
      json.object { json in
        json.member("safe", entry.isRetrySafe)
        json.member("after", after?.seconds)
      }
    }
  }

  mutating func recoveryOption(_ option: RecoveryOption) {
    object { json in
      json.member("id", option.id.rawValue)
      json.member("title", option.title)
      json.member("role", option.role.rawValue)
      json.member("performedBy", option.performedBy.rawValue)
      json.member("key", option.key)
      json.member("path", option.path)
      json.member("url", option.url)
    }
  }
}
