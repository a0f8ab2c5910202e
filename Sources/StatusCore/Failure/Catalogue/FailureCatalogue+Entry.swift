extension FailureCatalogue {
  /// A row of the table: what all failures of a kind share.
  ///
  /// A class, so that a look-up passes one reference and copies no sentences.
  package final class Entry: Sendable {
    package let kind: FailureKind
    package let code: Int
    package let group: Group
    package let title: String
    package let failureReason: String
    /// The same as the words of a failure without an explanation.
    let words: Wording
    package let recoverySuggestion: String?
    /// Whether a person may try again some time later without changing anything.
    package let isRetrySafe: Bool
    /// All options except `cancel` that a failure of this kind can offer, in the order of the options.
    ///
    /// schema/failures.json has the same lists; a test compares them.
    package let options: [RecoveryOptionID]
    let settings: SettingsKey
    /// What helps; docs/command-line.md has the same table.
    package let exitStatus: FailureStatus
    let repeats: Repetition
    /// Whether a person has nothing to do about it: the client expects the failure, because it cancelled the request
    /// or ended the daemon itself, it is the client's own mistake, or it came too late to change anything.
    let isSilent: Bool
    /// The finer cases of the kind: what `detail.reason` can be.
    ///
    /// schema/types/FailureDetail.schema.json has the same words; a test compares them.
    package let reasons: [String]
    /// The anchor of the kind's heading in docs/failures.md, as Markdown renderers derive it: in lower case.
    package let helpAnchor: String
    /// Where the kind is explained: a URI reference (RFC 3986) relative to the root of the project.
    package let helpURL: String
    /// What a failure offers that nothing but reading helps with.
    let helpOptions: [RecoveryOption]
    /// The index in ``FailureCatalogue/entries``.
    package let number: Int

    /// Makes one row of the table.
    init(
      _ kind: FailureKind, _ code: Int, in group: Group, _ title: String, because failureReason: String,
      todo recoverySuggestion: String? = nil, isRetrySafe: Bool = true,
      options: [RecoveryOptionID] = [.showHelp], settings: SettingsKey = .none,
      exitStatus: FailureStatus = .other, repeats: Repetition = .never, isSilent: Bool = false,
      reasons: [String] = []
    ) {
      self.kind = kind
      self.code = code
      self.group = group
      self.title = title
      self.failureReason = failureReason
      words = Wording(failureReason)
      self.recoverySuggestion = recoverySuggestion
      self.isRetrySafe = isRetrySafe
      self.options = options
      self.settings = settings
      self.exitStatus = exitStatus
      self.repeats = repeats
      self.isSilent = isSilent
      self.reasons = reasons
      helpAnchor = kind.rawValue.lowercased()
      helpURL = "\(FailureCatalogue.helpDocument)#\(helpAnchor)"
      helpOptions = [RecoveryOption(.cancel), .showHelp(at: helpURL)]
      number = FailureKind.allCases.firstIndex(of: kind) ?? 0
    }

    /// Whether a fetch can fail with this kind.
    var isOfFetch: Bool {
      switch group {
      case .transport, .status, .data, .location, .store, .local: true
      case .request, .daemon, .recovery: false
      }
    }
  }

  /// What failed; the hundreds of a code are those of its group.
  package enum Group: Sendable {
    /// The request itself: the kinds that JSON-RPC and LSP define.
    case request
    /// The daemon, which cannot serve it.
    case daemon
    /// The transport to a server.
    case transport
    /// A server, by its status.
    case status
    /// The data of a source.
    case data
    /// The source of the location, which is not a resource.
    case location
    /// The store.
    case store
    /// A source on this computer.
    case local
    /// A recovery.
    case recovery
  }

  /// The key of the configuration whose change can help with a failure.
  enum SettingsKey: Sendable {
    /// No change can help.
    case none
    /// A key, as in the file.
    case key(String)
    /// A key in the table of the resource that failed: the first one, unless the reason has another one or none.
    case resource(String?, unless: KeyValuePairs<String, String?> = [:])
  }

  /// Whether the same attempt is likely to succeed a moment later.
  ///
  /// This holds for fewer kinds than ``Entry/isRetrySafe``, which is about a person who tries again some time later.
  enum Repetition: Sendable {
    case never
    case always
    /// It depends on the status of the response, where there was one.
    case ifStatus(@Sendable (Int?) -> Bool)
  }
}

extension [RecoveryOptionID] {
  /// For a problem that may pass by itself.
  static var repeating: Self { [.tryAgain, .useLastKnown, .keepTrying] }
  /// For a problem whose end the server may announce with Retry-After.
  static var repeatingLater: Self { [.tryAgain, .tryLater, .useLastKnown, .keepTrying] }
}
