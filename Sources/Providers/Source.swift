package import Reactor
package import StatusCore

/// Which version of a value is kept here, in the server's own strings (RFC 9110 section 8.8).
///
/// They go back to the server as they came.
package struct Validators: Hashable, Sendable {
  /// With its quotes, and `W/` where it is weak.
  package var entityTag: String?
  package var lastModified: String?

  package init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }
}

/// The request of one attempt.
package struct SourceRequest: Hashable, Sendable {
  /// The validators of the value that is kept.
  ///
  /// A source may respond ``SourceResponse/notModified`` to them.
  package var validators: Validators?
  /// Whether nothing at all is content too, as no output of a program is the empty text.
  package var takesNothing = false

  package init(validators: Validators? = nil, takesNothing: Bool = false) {
    (self.validators, self.takesNothing) = (validators, takesNothing)
  }
}

/// What one attempt brought.
package struct SourceResponse: Sendable {
  package enum Content: Sendable {
    /// JSON text, or text for shapes that are no JSON, not yet decoded.
    case body([UInt8])
    /// A value of a source that is built in.
    case value(ResourceValue)
    /// The value that was fetched last is still the present one.
    case notModified
    /// There is no value, and that is right (`statuses`).
    case nothing
  }

  package var content: Content
  /// What the next request sends, once the content was decoded.
  package var validators: Validators?
  /// For how long the source says that asking again brings nothing new (`Cache-Control: max-age`).
  package var freshFor: Duration?
  /// The HTTP status; nil for other sources.
  package var status: Int?
  /// What came just before over a connection and was not looked at, oldest first: the newest of it that can be used
  /// counts where this cannot.
  package var earlier: [SourceResponse] = []

  package init(
    _ content: Content, validators: Validators? = nil, freshFor: Duration? = nil, status: Int? = nil
  ) {
    self.content = content
    self.validators = validators
    self.freshFor = freshFor
    self.status = status
  }

  package static func body(_ bytes: [UInt8]) -> SourceResponse { SourceResponse(.body(bytes)) }
  package static func value(_ value: ResourceValue) -> SourceResponse { SourceResponse(.value(value)) }
  package static var notModified: SourceResponse { SourceResponse(.notModified) }
}

/// Called when an attempt has ended.
package typealias SourceCompletion = @LoopActor (Result<SourceResponse, Problem>) -> Void

/// Where a resource's value comes from.
@LoopActor
package protocol Source: AnyObject {
  /// For logs and `detail.url`: without credentials and query values.
  var address: String { get }

  /// Scheme, host and port of the server: a `Retry-After` holds for all resources with the same origin.
  ///
  /// nil where the source serves one resource alone.
  var origin: String? { get }

  /// How the source delivers values by itself (``LiveSource``); nil if it is only asked.
  ///
  /// It does not change.
  var liveMode: LiveMode? { get }

  /// What is known of the newest attempt that has ended; nil for a source that knows no more than the outcome.
  var lastAttempt: AttemptRecord? { get }

  /// The network that it is played behind; nil for this computer's.
  var network: (any ConnectionWatching)? { get }

  /// Starts one attempt.
  ///
  /// How long it may take is the caller's to say, by ``SourceAttempt/expire()``.
  /// `completion` is called once and later, never from within this call, unless the attempt is cancelled or
  /// expires before.
  func fetch(_ request: SourceRequest, _ completion: @escaping SourceCompletion) -> any SourceAttempt
}

extension Source {
  package var origin: String? { nil }
  package var liveMode: LiveMode? { nil }
  package var lastAttempt: AttemptRecord? { nil }
  package var network: (any ConnectionWatching)? { nil }
}

/// One attempt under way.
@LoopActor
package protocol SourceAttempt: AnyObject {
  /// Ends the attempt: its completion is not called any more.
  func cancel()

  /// Ends the attempt in the same way because its time is over, and says how far it got.
  func expire() -> Problem
}

extension SourceAttempt {
  package func expire() -> Problem {
    cancel()
    return Problem(.timeout)
  }
}

/// What is known of an attempt that has ended, besides its outcome.
package struct AttemptRecord: Hashable, Sendable {
  /// The HTTP status of the last response; nil without one.
  package var status: Int?
  /// Bytes of the body, decompressed.
  package var bytes: Int?
  /// Redirects that were followed.
  package var redirects = 0
  /// Whole days until the certificate of the server ends; nil where that was not asked for.
  package var certificateDays: Int?

  package init() {}
}
