extension SourceAddress {
  /// What an address begins with.
  ///
  /// This is the one list of them: the reader, messages, help, the schema and listings follow from it, in this order.
  /// A new scheme is a case; the compiler names everything else that has to be said of it.
  package enum Scheme: CaseIterable, Sendable {
    case https, http, events, file, command, stream, demo

    /// - Returns: nil for an address without a scheme, and for a URL whose scheme is not in lower case.
    package init?(of address: String) {
      let known = Self.allCases.first { scheme in
        scheme == .demo ? address == scheme.prefix : address.utf8.starts(with: scheme.prefix.utf8)
      }
      guard let known else { return nil }
      self = known
    }

    /// What an address of this scheme begins with; of `demo` all of it.
    package var prefix: String {
      switch self {
      case .https: "https://"
      case .http: "http://"
      case .events: "events+"
      case .file: "file:"
      case .command: "command:"
      case .stream: "stream:"
      case .demo: "demo"
      }
    }

    /// How an address of this scheme is written, as messages say it: `command:PROGRAM`.
    package var form: String {
      switch self {
      case .https, .http: "\(prefix)…"
      case .events: "\(prefix)https://…"
      case .file: "\(prefix)PATH"
      case .command, .stream: "\(prefix)PROGRAM"
      case .demo: prefix
      }
    }

    /// The same as help and documentation say it: `command:PROGRAM ARGS…`.
    package var fullForm: String { isProgram ? "\(form) ARGS…" : form }

    /// Whether it starts a program: what looks like a variable is its shell's then, and arguments may be secrets.
    package var isProgram: Bool {
      switch self {
      case .command, .stream: true
      case .https, .http, .events, .file, .demo: false
      }
    }

    /// Whether it delivers values by itself; one that does not is asked after each interval.
    var isLive: Bool {
      switch self {
      case .events, .stream: true
      case .https, .http, .file, .command, .demo: false
      }
    }

    /// Whether it can be the source of a location.
    package var canLocate: Bool { !isLive && self != .demo }
  }
}

// MARK: Near misses

extension SourceAddress.Scheme {
  /// What is proposed to somebody who probably meant it.
  var proposal: String { self == .events ? "\(prefix)https://" : prefix }

  /// Words, and what is proposed to somebody who has written one that is near to it.
  var beginnings: [(word: String, proposal: String)] {
    switch self {
    case .events:
      [("events", proposal), ("events+https", proposal), ("events+http", "\(prefix)http://")]
    case .https, .http, .file, .command, .stream, .demo: [(String(prefix.prefix { $0 != ":" }), proposal)]
    }
  }

  /// What people write before the colon who mean it.
  var otherNames: [String] {
    switch self {
    case .events: ["sse", "eventsource", "events"]
    case .file: ["path", "json"]
    case .command: ["cmd", "exec", "run", "shell", "sh", "bash", "program", "script"]
    case .stream: ["tail", "follow"]
    case .https, .http, .demo: []
    }
  }
}
