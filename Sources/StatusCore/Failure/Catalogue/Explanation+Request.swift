extension Explanation {
  /// A request that cannot be performed.
  package enum Request: Hashable, Sendable {
    case initializedTwice
    case tooManyCalls(limit: Int)
    case tooManySubscriptions(limit: Int)
    case tooManyInstances(limit: Int)
    /// A method that exists only in a daemon that was started with an option, as it is written: `--clock manual`.
    case needsOption(String, method: String)
    case unknown(Noun, String, Advice)
    case unknownSubscription(String)
    case noTime(param: String)
    case noInteger(param: String)
    /// An argument of a resource.
    ///
    /// - Parameter finding: The end of the sentence: `must be a string, got a number`.
    case argument(String, finding: String)
    /// The request's own time is over.
    case late(method: String, limit: Duration?)
    /// The server wants no requests for so long.
    case heldBack(seconds: Int64)
  }

  /// What a name should name.
  package enum Noun: Sendable {
    case resource
    /// Of docs/failures.md.
    case section
  }

  /// What helps with an unknown name.
  package enum Advice: Hashable, Sendable {
    case nearest(String)
    /// The names that there are, or the first of them.
    case known([String], more: Int)
  }

  /// A recovery that cannot be performed.
  package enum Recovery: Hashable, Sendable {
    case notOffered(by: FailureID, options: [RecoveryOptionID])
    case running(RecoveryOptionID)
  }
}

extension Explanation.Request {
  var english: String {
    switch self {
    case .initializedTwice: "The session was initialized before."
    case .tooManyCalls(let limit): "\(limit) requests are waiting already."
    case .tooManySubscriptions(let limit): "\(limit) subscriptions are open already."
    case .tooManyInstances(let limit): "\(limit) instances of parameterised resources are in use already."
    case .needsOption(let option, let method):
      "The method \"\(method)\" needs a daemon started with \(option)."
    case .unknown(.resource, let name, let advice): "There is no resource \"\(name)\"; \(advice.english)"
    case .unknown(.section, let name, let advice): "There is no section \"\(name)\"; \(advice.english)"
    case .unknownSubscription(let id): "There is no subscription \"\(id)\" (any more)."
    case .noTime(let param): "params.\(param) must be a time as in RFC 3339, such as 2026-01-31T12:00:00Z."
    case .noInteger(let param): "params.\(param) must be an integer."
    case .argument(let place, let finding): "\(place) \(finding)".asSentence
    case .late(let method, let limit): "\(method) was not done\(limit.map { " within \($0)" } ?? "")."
    case .heldBack(let seconds): "The server asked to be left alone for another \(seconds) seconds."
    }
  }
}

extension Explanation.Advice {
  fileprivate var english: String {
    switch self {
    case .nearest(let name): "did you mean \(name)?"
    case .known(let names, let more):
      "there are: \(names.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")."
    }
  }
}

extension Explanation.Recovery {
  var english: String {
    switch self {
    case .notOffered(let failure, let options):
      "Failure \(failure.rawValue) offers: \(options.map(\.rawValue).joined(separator: ", "))."
    case .running(let option):
      "Another recovery option of this failure, \(option.rawValue), is being performed."
    }
  }
}
