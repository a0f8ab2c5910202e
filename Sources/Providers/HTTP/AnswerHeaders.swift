import StatusCore

/// What an answer's headers say, as far as it is used; of the last answer, interim ones left out.
struct AnswerHeaders: Hashable {
  var location: String?
  var entityTag: String?
  var lastModified: String?
  var cacheControl: [String] = []
  var age: String?
  var retryAfter: RetryAfter?

  /// What to ask with the next time.
  ///
  /// - Parameter sent: Those that the request had: an answer 304 that does not repeat one confirms it (RFC 9111
  ///   section 4.3.4).
  func validators(sent: Validators? = nil) -> Validators? {
    let validators = Validators(
      entityTag: entityTag ?? sent?.entityTag, lastModified: lastModified ?? sent?.lastModified)
    return validators == Validators() ? nil : validators
  }

  var freshFor: Duration? { Freshness.duration(cacheControl: cacheControl, age: age) }
}
