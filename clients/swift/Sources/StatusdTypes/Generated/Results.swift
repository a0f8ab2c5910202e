// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// How a recovery ended.
public struct RetryResult: Codable, Hashable, Sendable {
  /// The failure that `retry` was asked to recover from.
  public var failureId: String
  public var optionId: RecoveryOptionID
  /// False for `cancel` and for the options that the client performs.
  public var recovered: Bool
  /// One sentence for a person about what was done, such as “3 old entries were removed”.
  public var message: String?
  /// What the failed method would have returned: the Snapshot after the fetch.
  public var result: RecoveredState?

  public init(
    failureId: String,
    optionId: RecoveryOptionID,
    recovered: Bool,
    message: String? = nil,
    result: RecoveredState? = nil
  ) {
    self.failureId = failureId
    self.optionId = optionId
    self.recovered = recovered
    self.message = message
    self.result = result
  }
}

/// One section of docs/failures.md, as the binary carries it.
public struct HelpSection: Codable, Hashable, Sendable {
  /// The anchor that was asked for.
  public var anchor: String
  /// The heading of the section.
  public var title: String
  /// The section in Markdown, with its heading line.
  public var markdown: String

  public init(anchor: String, title: String, markdown: String) {
    self.anchor = anchor
    self.title = title
    self.markdown = markdown
  }
}

/// Counters since the start of the process.
public struct Statistics: Codable, Hashable, Sendable {
  /// Sessions that are open.
  public var sessions: Int
  /// Requests.
  public var requests: Requests
  /// Notifications to the client.
  public var notifications: Notifications
  /// The resources that were fetched, in the order of `listResources`.
  public var fetches: [FetchCounts]
  /// What was read.
  public var input: Input
  /// What was written, and what waits for its reader.
  public var output: Output
  /// The log on stderr.
  public var log: Log
  /// The recorded session, where one is recorded.
  public var trace: Trace?
  /// The store, where one is configured.
  public var store: Store?
  /// Seconds since the start, in real time under any clock.
  public var uptime: Double
  /// Of all clients together, in a daemon of several; absent where this client is the only one.
  public var daemon: Daemon?
  /// Of the process.
  public var memory: Memory
  /// The file descriptors of the process.
  public var descriptors: Descriptors

  public init(
    sessions: Int,
    requests: Requests,
    notifications: Notifications,
    fetches: [FetchCounts],
    input: Input,
    output: Output,
    log: Log,
    trace: Trace? = nil,
    store: Store? = nil,
    uptime: Double,
    daemon: Daemon? = nil,
    memory: Memory,
    descriptors: Descriptors
  ) {
    self.sessions = sessions
    self.requests = requests
    self.notifications = notifications
    self.fetches = fetches
    self.input = input
    self.output = output
    self.log = log
    self.trace = trace
    self.store = store
    self.uptime = uptime
    self.daemon = daemon
    self.memory = memory
    self.descriptors = descriptors
  }

  /// Requests.
  public struct Requests: Codable, Hashable, Sendable {
    /// Requests that a method was asked for.
    public var admitted: Int
    /// Responses to those, results and errors.
    public var answered: Int
    /// Responses with requestCancelled because the client asked for it.
    public var cancelled: Int
    /// Messages that were answered with an error and reached no method.
    public var refused: Int
    /// Calls that wait now, notifications among them.
    public var inFlight: Int
    /// The most that ever waited.
    public var inFlightHighWater: Int

    public init(
      admitted: Int,
      answered: Int,
      cancelled: Int,
      refused: Int,
      inFlight: Int,
      inFlightHighWater: Int
    ) {
      self.admitted = admitted
      self.answered = answered
      self.cancelled = cancelled
      self.refused = refused
      self.inFlight = inFlight
      self.inFlightHighWater = inFlightHighWater
    }
  }

  /// Notifications to the client.
  public struct Notifications: Codable, Hashable, Sendable {
    /// Written.
    public var sent: Int
    /// Left out, because a newer one replaced them.
    public var coalesced: Int
    /// Written, of this method.
    public var stateChanged: Int
    /// Written, of this method.
    public var locationChanged: Int
    /// Written, of this method.
    public var screenChanged: Int?

    public init(
      sent: Int,
      coalesced: Int,
      stateChanged: Int,
      locationChanged: Int,
      screenChanged: Int? = nil
    ) {
      self.sent = sent
      self.coalesced = coalesced
      self.stateChanged = stateChanged
      self.locationChanged = locationChanged
      self.screenChanged = screenChanged
    }
  }

  /// What was read.
  public struct Input: Codable, Hashable, Sendable {
    /// Bytes.
    public var bytes: Int
    /// Frames, faulty ones included.
    public var messages: Int

    public init(bytes: Int, messages: Int) {
      self.bytes = bytes
      self.messages = messages
    }
  }

  /// What was written, and what waits for its reader.
  public struct Output: Codable, Hashable, Sendable {
    /// Bytes written.
    public var bytes: Int
    /// Bytes that wait, at the end of the last turn.
    public var backlog: Int
    /// The most that ever waited.
    public var backlogHighWater: Int
    /// How often nothing was read for 10 s while output waited.
    public var stalls: Int

    public init(bytes: Int, backlog: Int, backlogHighWater: Int, stalls: Int) {
      self.bytes = bytes
      self.backlog = backlog
      self.backlogHighWater = backlogHighWater
      self.stalls = stalls
    }
  }

  /// The log on stderr.
  public struct Log: Codable, Hashable, Sendable {
    /// Lines that were lost, because nobody read or the disk refused them.
    public var dropped: Int

    public init(dropped: Int) {
      self.dropped = dropped
    }
  }

  /// The recorded session, where one is recorded.
  public struct Trace: Codable, Hashable, Sendable {
    /// Lines that are missing in it, because the disk was slow or refused them.
    public var dropped: Int

    public init(dropped: Int) {
      self.dropped = dropped
    }
  }

  /// The store, where one is configured.
  public struct Store: Codable, Hashable, Sendable {
    /// The folder, as it was configured.
    public var path: String
    /// What values and history count against the quota.
    public var bytes: Int
    /// The most they may take.
    public var quota: Int
    /// Values that are kept.
    public var values: Int
    /// Fetches of the history that are kept.
    public var history: Int
    /// Fetches that were lost, because the disk was slow or refused them.
    public var historyLost: Int
    /// How often the store could not be read or written.
    public var failures: Int
    /// Values and files that were damaged and were put aside.
    public var damaged: Int
    /// What the store fails with now; absent while it works.
    public var problem: FailureKind?

    public init(
      path: String,
      bytes: Int,
      quota: Int,
      values: Int,
      history: Int,
      historyLost: Int,
      failures: Int,
      damaged: Int,
      problem: FailureKind? = nil
    ) {
      self.path = path
      self.bytes = bytes
      self.quota = quota
      self.values = values
      self.history = history
      self.historyLost = historyLost
      self.failures = failures
      self.damaged = damaged
      self.problem = problem
    }
  }

  /// Of all clients together, in a daemon of several; absent where this client is the only one.
  public struct Daemon: Codable, Hashable, Sendable {
    /// The process.
    public var pid: Int
    /// The version of the daemon.
    public var version: String
    /// Seconds since its start.
    public var uptime: Double
    /// Sessions that are open.
    public var sessions: Int
    /// The most that were ever open.
    public var sessionsHighWater: Int
    /// Sessions since the start.
    public var sessionsTotal: Int
    /// Calls that wait now in all sessions.
    public var inFlight: Int
    /// Bytes that wait for their readers in all sessions, at the end of the last turn.
    public var backlog: Int

    public init(
      pid: Int,
      version: String,
      uptime: Double,
      sessions: Int,
      sessionsHighWater: Int,
      sessionsTotal: Int,
      inFlight: Int,
      backlog: Int
    ) {
      self.pid = pid
      self.version = version
      self.uptime = uptime
      self.sessions = sessions
      self.sessionsHighWater = sessionsHighWater
      self.sessionsTotal = sessionsTotal
      self.inFlight = inFlight
      self.backlog = backlog
    }
  }

  /// Of the process.
  public struct Memory: Codable, Hashable, Sendable {
    /// Bytes in memory; 0 where the system does not say.
    public var resident: Int

    public init(resident: Int) {
      self.resident = resident
    }
  }

  /// The file descriptors of the process.
  public struct Descriptors: Codable, Hashable, Sendable {
    /// How many are open.
    public var open: Int

    public init(open: Int) {
      self.open = open
    }
  }
}
