// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Whether repeating the failed operation can help.
public struct RetryAdvice: Codable, Hashable, Sendable {
  /// Repeating it unchanged may succeed.
  public var safe: Bool
  /// Seconds to wait before that.
  public var after: Double?

  public init(safe: Bool, after: Double? = nil) {
    self.safe = safe
    self.after = after
  }

  /// A member that may be absent is nil where it is none that this client can read.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    safe = try members.decode(Bool.self, forKey: .safe)
    after = members.readable(.after)
  }
}

/// What `role` can be.
public struct Role: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let cancel: Self = "cancel"
  public static let `default`: Self = "default"
  public static let destructive: Self = "destructive"
}

extension Role: CustomStringConvertible {
  public var description: String { rawValue }
}

/// What `performedBy` can be.
public struct Performer: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let server: Self = "server"
  public static let client: Self = "client"
}

extension Performer: CustomStringConvertible {
  public var description: String { rawValue }
}

/// One thing that can be done about a failure.
public struct RecoveryOption: Codable, Hashable, Sendable {
  public var id: RecoveryOptionID
  /// The words for a button.
  public var title: String
  /// How to show the button.
  public var role: Role
  /// `server`: give the id to `retry`.
  public var performedBy: Performer
  /// Of `openSettings`.
  public var key: String?
  /// Of `openSettings`.
  public var path: String?
  /// Of `showHelp`, always there with it.
  public var url: String?

  public init(
    id: RecoveryOptionID,
    title: String,
    role: Role,
    performedBy: Performer,
    key: String? = nil,
    path: String? = nil,
    url: String? = nil
  ) {
    self.id = id
    self.title = title
    self.role = role
    self.performedBy = performedBy
    self.key = key
    self.path = path
    self.url = url
  }

  /// A member that may be absent is nil where it is none that this client can read.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(RecoveryOptionID.self, forKey: .id)
    title = try members.decode(String.self, forKey: .title)
    role = try members.decode(Role.self, forKey: .role)
    performedBy = try members.decode(Performer.self, forKey: .performedBy)
    key = members.readable(.key)
    path = members.readable(.path)
    url = members.readable(.url)
  }
}

/// One failed attempt of a fetch.
public struct Attempt: Codable, Hashable, Sendable {
  public var kind: FailureKind
  /// Seconds.
  public var duration: Double

  public init(kind: FailureKind, duration: Double) {
    self.kind = kind
    self.duration = duration
  }
}

/// What a server says of an error in its own words (RFC 9457).
public struct ProblemDetails: Codable, Hashable, Sendable {
  /// A URI reference that names the type of the problem.
  public var type: String?
  /// The type in a few words.
  public var title: String?
  /// The HTTP status as the body repeats it.
  public var status: Int?
  /// What happened this time.
  public var detail: String?
  /// A URI reference that names this occurrence.
  public var instance: String?

  public init(
    type: String? = nil,
    title: String? = nil,
    status: Int? = nil,
    detail: String? = nil,
    instance: String? = nil
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
  }

  /// A member that may be absent is nil where it is none that this client can read.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    type = members.readable(.type)
    title = members.readable(.title)
    status = members.readable(.status)
    detail = members.readable(.detail)
    instance = members.readable(.instance)
  }
}

/// The particulars of a failure.
public struct FailureDetail: Codable, Hashable, Sendable {
  /// The address that was asked, without credentials and query values.
  public var url: String?
  /// The HTTP status.
  public var status: Int?
  /// A JSON Pointer (RFC 6901) into the params or into the value that came, or the path of a file.
  public var path: String?
  /// The finer case within the kind.
  public var reason: String?
  /// What was exceeded, in the unit of the thing limited.
  public var limit: Int?
  /// How many bytes there were.
  public var bytes: Int?
  /// The nearest known name to an unknown one.
  public var suggestion: String?
  /// What should have been there.
  public var expected: String?
  /// The key of the configuration that is wrong, its names joined with full stops.
  public var key: String?
  /// Of a configuration that is wrong: the line of its file in which the first mistake is.
  public var line: Int?
  /// Of a configuration because of which nothing is served.
  public var mistakes: [String]?
  /// The option that is being performed.
  public var running: RecoveryOptionID?
  /// The id of another request.
  public var id: JSONValue?
  /// The system's error number.
  public var errno: Int?
  /// With what a command or a stream ended; 0 of a stream alone, whose end is always a failure.
  public var exitStatus: Int?
  /// The number of the signal that ended a command.
  public var signal: Int?
  /// The last line that a command wrote to its standard error.
  public var stderr: String?
  /// Of `transportFailed`: the error number of the library that carries the request (libcurl's CURLcode).
  public var code: Int?
  /// Of `malformedData` and `unexpectedShape`: the first 200 characters of what came.
  public var excerpt: String?
  /// What the server says of the error, where the body of its response is application/problem+json of at most 64 KiB.
  public var problem: ProblemDetails?

  public init(
    url: String? = nil,
    status: Int? = nil,
    path: String? = nil,
    reason: String? = nil,
    limit: Int? = nil,
    bytes: Int? = nil,
    suggestion: String? = nil,
    expected: String? = nil,
    key: String? = nil,
    line: Int? = nil,
    mistakes: [String]? = nil,
    running: RecoveryOptionID? = nil,
    id: JSONValue? = nil,
    errno: Int? = nil,
    exitStatus: Int? = nil,
    signal: Int? = nil,
    stderr: String? = nil,
    code: Int? = nil,
    excerpt: String? = nil,
    problem: ProblemDetails? = nil
  ) {
    self.url = url
    self.status = status
    self.path = path
    self.reason = reason
    self.limit = limit
    self.bytes = bytes
    self.suggestion = suggestion
    self.expected = expected
    self.key = key
    self.line = line
    self.mistakes = mistakes
    self.running = running
    self.id = id
    self.errno = errno
    self.exitStatus = exitStatus
    self.signal = signal
    self.stderr = stderr
    self.code = code
    self.excerpt = excerpt
    self.problem = problem
  }

  /// A member that may be absent is nil where it is none that this client can read.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    url = members.readable(.url)
    status = members.readable(.status)
    path = members.readable(.path)
    reason = members.readable(.reason)
    limit = members.readable(.limit)
    bytes = members.readable(.bytes)
    suggestion = members.readable(.suggestion)
    expected = members.readable(.expected)
    key = members.readable(.key)
    line = members.readable(.line)
    mistakes = members.readable(.mistakes)
    running = members.readable(.running)
    id = members.readable(.id)
    errno = members.readable(.errno)
    exitStatus = members.readable(.exitStatus)
    signal = members.readable(.signal)
    stderr = members.readable(.stderr)
    code = members.readable(.code)
    excerpt = members.readable(.excerpt)
    problem = members.readable(.problem)
  }
}

/// What `presentation` can be.
public struct Presentation: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let alert: Self = "alert"
  public static let inline: Self = "inline"
  public static let silent: Self = "silent"
}

extension Presentation: CustomStringConvertible {
  public var description: String { rawValue }
}

/// What failed, why, and what can be done about it.
public struct FailureData: Codable, Hashable, Sendable {
  /// Unique in this process.
  public var failureId: String
  public var kind: FailureKind
  /// The method that failed; `autoPoll` where a poll failed that nobody waited for.
  public var operation: String?
  /// The resource that failed, `location` for the location, or the unknown name that was asked for.
  public var resource: String?
  /// Which instance failed, of a parameterised resource.
  public var arguments: [String: String]?
  /// What failed, without a full stop.
  public var title: String
  /// Why it failed.
  public var failureReason: String?
  /// What a person can do about it.
  public var recoverySuggestion: String?
  /// Reason and suggestion joined with ".
  public var message: String
  /// The anchor of the section in docs/failures.md that explains the kind.
  public var helpAnchor: String
  /// How to show it.
  public var presentation: Presentation
  public var retry: RetryAdvice
  /// What can be done now, in the order of `RecoveryOptionID`; `cancel` comes first.
  public var recoveryOptions: [RecoveryOption]
  /// Every attempt of the fetch, in order.
  public var attempts: [Attempt]?
  /// The failure whose recovery failed with this one.
  public var previousFailureId: String?
  public var detail: FailureDetail?
  public var occurredAt: Timestamp

  public init(
    failureId: String,
    kind: FailureKind,
    operation: String? = nil,
    resource: String? = nil,
    arguments: [String: String]? = nil,
    title: String,
    failureReason: String? = nil,
    recoverySuggestion: String? = nil,
    message: String,
    helpAnchor: String,
    presentation: Presentation,
    retry: RetryAdvice,
    recoveryOptions: [RecoveryOption],
    attempts: [Attempt]? = nil,
    previousFailureId: String? = nil,
    detail: FailureDetail? = nil,
    occurredAt: Timestamp
  ) {
    self.failureId = failureId
    self.kind = kind
    self.operation = operation
    self.resource = resource
    self.arguments = arguments
    self.title = title
    self.failureReason = failureReason
    self.recoverySuggestion = recoverySuggestion
    self.message = message
    self.helpAnchor = helpAnchor
    self.presentation = presentation
    self.retry = retry
    self.recoveryOptions = recoveryOptions
    self.attempts = attempts
    self.previousFailureId = previousFailureId
    self.detail = detail
    self.occurredAt = occurredAt
  }

  /// A member that may be absent is nil where it is none that this client can read.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    failureId = try members.decode(String.self, forKey: .failureId)
    kind = try members.decode(FailureKind.self, forKey: .kind)
    operation = members.readable(.operation)
    resource = members.readable(.resource)
    arguments = members.readable(.arguments)
    title = try members.decode(String.self, forKey: .title)
    failureReason = members.readable(.failureReason)
    recoverySuggestion = members.readable(.recoverySuggestion)
    message = try members.decode(String.self, forKey: .message)
    helpAnchor = try members.decode(String.self, forKey: .helpAnchor)
    presentation = try members.decode(Presentation.self, forKey: .presentation)
    retry = try members.decode(RetryAdvice.self, forKey: .retry)
    recoveryOptions = try members.decode([RecoveryOption].self, forKey: .recoveryOptions)
    attempts = members.readable(.attempts)
    previousFailureId = members.readable(.previousFailureId)
    detail = members.readable(.detail)
    occurredAt = try members.decode(Timestamp.self, forKey: .occurredAt)
  }
}
