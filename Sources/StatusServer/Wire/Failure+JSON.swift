import JSONRPC
package import Jansson
package import StatusCore

extension JSONWriter {
  /// Writes a Failure, the `data` of every error.
  ///
  /// - Parameter presentation: How it should be shown; nil for its own presentation.
  mutating func failure(_ failure: Failure, shown presentation: Presentation? = nil) {
    var reason = Reason(failure)
    self.failure(failure, because: &reason, shown: presentation)
  }

  private mutating func failure(
    _ failure: Failure, because reason: inout Reason, shown presentation: Presentation? = nil
  ) {
    let text = FailureText.of(failure.kind)
    object { json in
      json.member("failureId", failure.id.rawValue)
      json.members(text.kind)
      json.member("operation", failure.method)
      if let resource = failure.resourceID { json.resource(resource) }
      if failure.isScripted { json.member("title", failure.title) } else { json.members(text.title) }
      json.memberName("failureReason")
      json.string(&reason)
      json.suggestion(of: failure, text)
      json.memberName("message")
      json.message(of: failure, text, because: &reason)
      json.advice(failure, text, presentation ?? failure.presentation)
      json.recoveryOptions(of: failure, text)
      if failure.resource != nil {
        json.member("attempts") { $0.array(of: failure.attempts) { $0.attempt($1) } }
      }
      json.member("previousFailureId", failure.previousFailureID?.rawValue)
      if failure.hasDetail, let details = failure.details {
        json.member("detail") { $0.failureDetail(details) }
      }
      json.member("occurredAt", failure.occurredAt)
    }
  }

  private mutating func advice(_ failure: Failure, _ text: FailureText, _ presentation: Presentation) {
    if let wait = failure.retryAfter {
      advice(FailureCatalogue[failure.kind], presentation, after: wait)
    } else {
      members(text.advice(presentation))
    }
  }

  private mutating func suggestion(of failure: Failure, _ text: FailureText) {
    if failure.hasOwnSuggestion {
      member("recoverySuggestion", failure.recoverySuggestion)
    } else if let suggestion = text.suggestion {
      members(suggestion)
    }
  }

  private mutating func recoveryOptions(of failure: Failure, _ text: FailureText) {
    if !failure.isScripted, let options = text.options(failure.options) {
      members(options)
    } else {
      member("recoveryOptions") { $0.array(of: failure.options) { $0.recoveryOption($1) } }
    }
  }

  /// Writes the reason and the suggestion as one string.
  mutating func message(of failure: Failure) {
    var reason = Reason(failure)
    message(of: failure, FailureText.of(failure.kind), because: &reason)
  }

  private mutating func message(of failure: Failure, _ text: FailureText, because reason: inout Reason) {
    openString()
    characters(of: &reason)
    if failure.hasOwnSuggestion {
      if let suggestion = failure.recoverySuggestion {
        characters(reason.separator)
        characters(suggestion)
      }
    } else if let suggestion = text.suggestionCharacters {
      characters(reason.separator)
      characters(suggestion)
    }
    closeString()
  }

  private mutating func attempt(_ attempt: Attempt) {
    object { json in
      json.member("kind", attempt.kind.rawValue)
      json.member("duration", attempt.duration.seconds)
    }
  }

  private mutating func failureDetail(_ details: FailureDetails) {
    object { json in
      json.member("reason", details.value.reason)
      json.member("url", details.value.url)
      json.member("status", details.value.status)
      json.member("path", details.value.path)
      json.member("expected", details.value.expected)
      json.member("suggestion", details.value.suggestion)
      json.member("key", details.value.key)
      json.member("line", details.value.line)
      if !details.value.mistakes.isEmpty {
        json.member("mistakes") { $0.array(of: details.value.mistakes) { $0.string($1) } }
      }
      json.member("limit", details.value.limit)
      json.member("bytes", details.value.bytes)
      json.member("running", details.value.running?.rawValue)
      if let id = details.value.requestID { json.member("id") { $0.received(id.utf8Span.span) } }
      json.member("code", details.value.code)
      json.member("errno", details.value.errno)
      json.member("exitStatus", details.value.exitStatus)
      json.member("signal", details.value.signal)
      json.member("stderr", details.value.stderr)
      json.member("excerpt", details.value.excerpt)
      if let problem = details.value.problem { json.member("problem") { $0.problemDetails(problem) } }
    }
  }

  private mutating func problemDetails(_ details: ProblemDetails) {
    object { json in
      json.member("type", details.type)
      json.member("title", details.title)
      json.member("status", details.status)
      json.member("detail", details.detail)
      json.member("instance", details.instance)
    }
  }
}

/// The reason of a failure, which is escaped once, however often it is written.
private struct Reason {
  let words: Wording
  var written: WrittenCharacters?

  init(_ failure: Failure) { words = failure.words }

  /// What stands between it and a sentence behind it.
  var separator: JSONCharacters { words.endsSentence ? Self.space : Self.fullStop }

  private static let space = JSONCharacters(" ")
  private static let fullStop = JSONCharacters(". ")
}

extension JSONWriter {
  fileprivate mutating func string(_ reason: inout Reason) {
    openString()
    characters(of: &reason)
    closeString()
  }

  fileprivate mutating func characters(of reason: inout Reason) {
    if let written = reason.written {
      characters(written)
    } else {
      reason.written = characters(utf8: reason.words.utf8.span)
    }
  }
}

extension JSONWriter {
  /// Writes the error object that reports a failure.
  package mutating func errorObject(_ failure: Failure) {
    var reason = Reason(failure)
    errorObject(code: failure.code) {
      $0.errorMessage(of: failure, because: &reason)
    } data: {
      $0.failure(failure, because: &reason)
    }
  }

  /// Writes the `message` of the error object.
  ///
  /// Many clients show only this string, so it contains the cause. A failed fetch has the title in front; the
  /// cause of a failed call makes sense by itself.
  private mutating func errorMessage(of failure: Failure, because reason: inout Reason) {
    openString()
    if failure.resource != nil {
      characters(failure.title)
      characters(". ")
    }
    characters(of: &reason)
    closeString()
  }
}
