import Engine
import Jansson
import StatusCore
import Text

/// What a model is told of the end of a wait: what is there now, and what to call next.
struct WaitSentence: CustomStringConvertible {
  private let outcome: WaitOutcome
  private let places: [JSONPlace]

  /// The most places whose values are said, and the most bytes of each.
  private static let (mostPlaces, mostBytes) = (4, 200)

  init(_ outcome: WaitOutcome, _ conditions: [Condition]) {
    self.outcome = outcome
    var places: [JSONPlace] = []
    for condition in conditions where !places.contains(condition.place) { places.append(condition.place) }
    self.places = Array(places.prefix(Self.mostPlaces))
  }

  var description: String {
    let name = outcome.snapshot.id.title
    let waited = "after \(Int(outcome.waited.seconds.rounded())) s"
    return switch outcome.reason {
    case .met: "\(name) is what you waited for, \(waited): \(present)."
    case .unless: "\(name) became what it should not (unless), \(waited): \(present)."
    case .timeout:
      "\(name) is not yet what you wait for, \(waited): \(present). Call wait_for again with the same arguments to go "
        + "on waiting."
    }
  }

  /// What is there now.
  private var present: String {
    let snapshot = outcome.snapshot
    var words: [String] = []
    if let value = snapshot.value?.text {
      words += places.map { Self.words(of: $0, in: value) }
      words.append("revision \(snapshot.revision)")
    } else {
      words.append("there is no value")
    }
    if snapshot.isStale { words.append("stale") }
    if let failure = snapshot.failure {
      words.append("the last fetch failed (\(failure.title), failureId \(failure.id.rawValue))")
    }
    return words.joined(separator: ", ")
  }

  private static func words(of place: JSONPlace, in value: [UInt8]) -> String {
    let name = place.tokens.isEmpty ? "the value" : place.pointer.excerpt
    guard let found = place.find(in: value.span) else { return "nothing at \(name)" }
    guard found.count <= mostBytes else { return "\(name) has \(found.count) bytes" }
    return "\(name) is \(String(decoding: value[found], as: UTF8.self))"
  }
}
