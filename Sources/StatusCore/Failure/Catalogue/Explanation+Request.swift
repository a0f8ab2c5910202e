extension Explanation {
  /// A request that cannot be performed.
  package enum Request: Hashable, Sendable {
    case initializedTwice
    case tooManyCalls(limit: Int)
    case tooManySubscriptions(limit: Int)
    case tooManyInstances(limit: Int)
    case tooManyScreens(limit: Int)
    /// The limit of a daemon that serves several.
    case tooManySessions(limit: Int)
    /// A method that exists only in a daemon that was started with an option, as it is written: `--clock manual`.
    case needsOption(String, method: String)
    /// A method that a version of the Model Context Protocol does not have.
    case noMethod(String, of: String, nearest: String?)
    /// A method of statusd's own protocol, in a session that speaks the Model Context Protocol.
    case methodOfServe(String)
    /// The other way round.
    case methodOfAgents(String)
    case unknown(Noun, String, Advice)
    case unknownSubscription(String)
    case unknownScreen(String)
    /// A param, or a part of one, by its path in words (`params.until.path`), and what is wrong with it.
    case unfit(param: String, Unfitness)
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
  package enum Noun: Hashable, Sendable {
    case resource
    /// Of an agent.
    case tool
    /// Of docs/failures.md.
    case section
    /// Of a screen.
    case button, part, memberOfPart
    case memberOfCondition
    case shape(of: ResourceName)
    /// One of the words that a param may be; it is named by its path in words.
    case value(ofParam: String)
  }

  /// What is wrong with a param; what was got is a noun with its article.
  package enum Unfitness: Hashable, Sendable {
    case noObject(got: String)
    case noString(got: String)
    case noArray(got: String)
    case noBoolean(got: String)
    case noNumber(got: String)
    case noPointer
    case notTrue
    case tooManyMembers(Int, most: Int)
    case elements(Int, most: Int)
    /// A condition has one test; those that were got.
    case tests([String])
    case missing
    case notTaken(byButton: String)
  }

  /// What helps with an unknown name.
  package enum Advice: Hashable, Sendable {
    case nearest(String)
    /// The names that there are, or the first of them.
    case known([String], more: Int)
  }

  /// A recovery that cannot be performed.
  package enum Recovery: Hashable, Sendable {
    /// - Parameter options: The ids of those that are offered, with commas.
    case notOffered(by: FailureID, options: String)
    case running(RecoveryOptionID)
  }
}

extension Explanation.Request {
  var words: Wording {
    switch self {
    case .initializedTwice: "The session is already initialized."
    case .tooManyCalls(let limit): "\(limit) requests are already waiting."
    case .tooManySubscriptions(let limit): "\(limit) subscriptions are already open."
    case .tooManyScreens(let limit): "\(limit) screens are already open."
    case .tooManySessions(let limit): "\(limit) clients are already served."
    case .tooManyInstances(let limit): "\(limit) instances of parameterised resources are already in use."
    case .needsOption(let option, let method):
      "The method \"\(method)\" needs a daemon started with \(option)."
    case .noMethod(let method, let version, let nearest):
      "\(version) has no method \"\(method)\" here\(nearest.map { ", did you mean \($0)?" } ?? ".")"
    case .methodOfServe(let method): "\"\(method)\" is a method of statusd serve, and this is statusd mcp."
    case .methodOfAgents(let method):
      "\"\(method)\" is a method of the Model Context Protocol, which statusd mcp speaks and statusd serve does not."
    case .unknown(let noun, let name, .nearest(let nearest)):
      "There is no \(noun.english) \"\(name)\"; did you mean \(nearest)?"
    case .unknown(let noun, let name, .known(let names, let more)):
      "There is no \(noun.english) \"\(name)\"; there are: \(names.joined(separator: ", "))\(Self.and(more))."
    case .unknownSubscription(let id): "There is no open subscription \"\(id)\"."
    case .unknownScreen(let id): "There is no open screen \"\(id)\"."
    case .unfit(let param, let unfitness): "\(param) \(unfitness.english)."
    case .noTime(let param): "\(param) must be a time as in RFC 3339, such as 2026-01-31T12:00:00Z."
    case .noInteger(let param): "\(param) must be an integer."
    case .argument(let place, let finding): "\(place) \(finding.asSentence)"
    case .late(let method, let limit): "\(method) did not finish\(limit.map { " within \($0)" } ?? "")."
    case .heldBack(let seconds): "The server asked for no further requests for \(seconds) seconds."
    }
  }
}

extension Explanation.Request {
  private static func and(_ more: Int) -> String { more > 0 ? " and \(more) more" : "" }
}

extension Explanation.Noun {
  fileprivate var english: String {
    switch self {
    case .resource: "resource"
    case .tool: "tool"
    case .section: "section"
    case .button: "button"
    case .part: "part"
    case .memberOfPart: "member of a part"
    case .memberOfCondition: "member of a condition"
    case .shape(let resource): "shape of \(resource)"
    case .value(let param): "value of \(param)"
    }
  }
}

extension Explanation.Unfitness {
  fileprivate var english: String {
    switch self {
    case .noObject(let got): "must be an object, got \(got)"
    case .noString(let got): "must be a string, got \(got)"
    case .noArray(let got): "must be an array, got \(got)"
    case .noBoolean(let got): "must be true or false, got \(got)"
    case .noNumber(let got): "must be a number, got \(got)"
    case .noPointer: "must be a JSON Pointer (RFC 6901), which is empty or begins with /"
    case .notTrue: "must be true"
    case .elements(let count, let most): "must have 1 to \(most) elements, got \(count)"
    case .tests(let got):
      "must have one of equals, not, oneOf, exists, atLeast, atMost and changed, got "
        + (got.isEmpty ? "none" : got.joined(separator: ", "))
    case .tooManyMembers(let count, let most): "must have at most \(most) members, got \(count)"
    case .missing: "is required"
    case .notTaken(let button): "is not taken by the button \(button)"
    }
  }
}

extension Explanation.Recovery {
  var words: Wording {
    switch self {
    case .notOffered(let failure, let options):
      "Failure \(failure.rawValue) offers: \(options)."
    case .running(let option):
      "Another recovery option of this failure, \(option.rawValue), is being performed."
    }
  }
}
