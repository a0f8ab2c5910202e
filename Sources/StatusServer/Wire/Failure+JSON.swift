package import JSONRPC
package import Jansson
package import StatusCore

extension JSONWriter {
  /// Writes a Failure, the `data` of every error.
  mutating func failure(_ failure: Failure) {
    object { json in
      json.member("failureId", failure.id.rawValue)
      json.member("kind", failure.kind.rawValue)
      json.member("operation", failure.operation?.method)
      json.member("resource", failure.resource?.rawValue)
      json.member("title", failure.title)
      json.member("failureReason", failure.failureReason)
      json.member("recoverySuggestion", failure.recoverySuggestion)
      json.member("message", failure.message)
      json.member("helpAnchor", failure.helpAnchor)
      json.member("presentation", failure.presentation.rawValue)
      json.member("retry") { $0.retryAdvice(failure) }
      json.member("recoveryOptions") { $0.array(of: failure.options) { $0.recoveryOption($1) } }
      if failure.resource != nil {
        json.member("attempts") { $0.array(of: failure.attempts) { $0.attempt($1) } }
      }
      json.member("previousFailureId", failure.previousFailureID?.rawValue)
      if !failure.detail.isEmpty { json.member("detail") { $0.failureDetail(failure.detail) } }
      json.member("occurredAt", failure.occurredAt.rfc3339)
    }
  }

  private mutating func retryAdvice(_ failure: Failure) {
    object { json in
      json.member("safe", failure.isRetrySafe)
      json.member("after", failure.retryAfter?.seconds)
    }
  }

  private mutating func recoveryOption(_ option: RecoveryOption) {
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

  private mutating func attempt(_ attempt: Attempt) {
    object { json in
      json.member("kind", attempt.kind.rawValue)
      json.member("duration", attempt.duration.seconds)
    }
  }

  private mutating func failureDetail(_ detail: FailureDetail) {
    object { json in
      json.member("reason", detail.reason)
      json.member("url", detail.url)
      json.member("status", detail.status)
      json.member("path", detail.path)
      json.member("expected", detail.expected)
      json.member("suggestion", detail.suggestion)
      json.member("key", detail.key)
      json.member("limit", detail.limit)
      json.member("bytes", detail.bytes)
      json.member("running", detail.running?.rawValue)
      if let id = detail.requestID { json.member("id") { $0.received(Array(id.utf8)) } }
      json.member("code", detail.code)
      json.member("errno", detail.errno)
      json.member("exitStatus", detail.exitStatus)
      json.member("signal", detail.signal)
      json.member("stderr", detail.stderr)
      json.member("excerpt", detail.excerpt)
    }
  }
}

extension OutgoingMessage {
  /// Encodes the error response that reports a failure.
  static func failure(_ failure: Failure, for id: RequestID) -> JSONText {
    error(code: failure.code, message: failure.errorMessage, data: JSONText { $0.failure(failure) }, for: id)
  }

  /// Encodes the error object of that response by itself.
  package static func error(of failure: Failure) -> JSONText {
    errorObject(code: failure.code, message: failure.errorMessage, data: JSONText { $0.failure(failure) })
  }
}

extension Failure {
  /// The `message` of the error object.
  ///
  /// Many clients show only this string, so it contains the cause. A failed fetch has the title in front; the
  /// cause of a failed call makes sense by itself.
  fileprivate var errorMessage: String {
    let cause = failureReason ?? title
    return resource == nil ? cause : "\(title). \(cause)"
  }
}
