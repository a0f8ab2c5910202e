/// Why a problem occurred, more exactly than the catalogue says it: a case for each sentence, with what it names.
///
/// Who reports the problem chooses the case. The words are made where they leave the daemon, by ``english``, and they
/// all stand in the files beside this one: they can be read on one page, and said in another language.
///
/// Each case is stored apart, since a problem passes its explanation on half a dozen times, and it then is one reference.
package indirect enum Explanation: Hashable, Sendable {
  /// The words of a server or of a scenario.
  case quoted(String)
  /// A sentence about a message or about the configuration, whose modules do not know failures.
  case composed(Wording)
  case request(Request)
  case recovery(Recovery)
  case connection(Connection)
  case response(Response)
  case library(Library)
  /// Data that cannot be used.
  ///
  /// - Parameter origin: What it comes from, if that is on this computer.
  case data(Data, of: LocalOrigin? = nil)
  /// JSON of another shape than the one that is wanted.
  ///
  /// - Parameter path: JSON Pointer (RFC 6901) from the outermost value.
  case shape(Shape, at: String)
  case places(Places)
  case receiver(Receiver)
  case file(File)
  /// A program that failed, by its name; nil in a scenario.
  case program(Program, of: String?)
  case store(Store)
  /// The first mistake of a configuration because of which nothing is served.
  ///
  /// - Parameter variable: The variable in which it is; nil for the file.
  case misconfiguration(String, variable: String?)
  /// A scenario has no step for an attempt.
  case scenarioIsOver(steps: Int)
}

extension Explanation {
  /// In English: whole sentences, with a full stop, unless they are another's words.
  package var english: String { words.string }

  /// The same as bytes.
  package var words: Wording {
    switch self {
    case .quoted(let words): Wording(words)
    case .composed(let sentence): sentence
    case .request(let request): request.words
    case .recovery(let recovery): recovery.words
    case .connection(let connection): Wording(connection.english)
    case .response(let response): Wording(response.english)
    case .library(let library): Wording(library.english)
    case .data(let data, let origin): Wording(data.english(of: origin))
    case .shape(let shape, let path): Wording(shape.english(at: path))
    case .places(let places): Wording(places.english)
    case .receiver(let receiver): Wording(receiver.english)
    case .file(let file): Wording(file.english)
    case .program(let program, let name): Wording(program.english(of: name))
    case .store(let store): Wording(store.english)
    case .misconfiguration(let sentence, _): Wording(sentence)
    case .scenarioIsOver(let steps):
      "The scenario has \(steps) steps for this resource, and this attempt is one more."
    }
  }
}

extension FailureScript {
  /// What is said of a scenario that has no step for an attempt.
  package static var scenarioIsOver: FailureScript {
    var script = FailureScript()
    script.title = "The scenario is over"
    script.recoverySuggestion = "Add a step to the scenario, or end it with last or cycle."
    return script
  }
}

extension String {
  /// Whether the last character ends a sentence.
  package var endsSentence: Bool { utf8.last?.endsSentence ?? false }

  /// The string with a full stop at its end, unless it ends a sentence already.
  package var asSentence: String { isEmpty || endsSentence ? self : self + "." }
}
