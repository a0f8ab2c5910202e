import Jansson
import StatusCore
import Text

/// What is awaited and what is there now, in words.
struct WaitWords {
  /// The resource, as on the command line.
  let title: String
  let until: [ConditionWord]
  let unless: [ConditionWord]

  /// So much of a value is shown.
  private static let longestPart = 40
  private static let mostPlaces = 3

  /// `build: waiting for /state=passed; /state is "running"; next look in 12 s`.
  ///
  /// - Parameter next: When the next look is, in words; nil if the source delivers by itself, or for ever.
  func line(value: [UInt8]?, failure: String?, next: String?) -> String {
    let parts = ["\(title): waiting for \(Self.names(until))", failure ?? present(in: value), next]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  /// Why the wait has ended without what was awaited.
  ///
  /// - Parameter limit: The time that was given; nil for a wait that only looked.
  func sentence(on end: WaitEnd, value: [UInt8]?, failure: String?, limit: String?) -> String? {
    switch end {
    case .met: nil
    case .unless:
      "\(title): \(Self.names(ended(unless, value))) came first; \(present(in: value))"
    case .timeout:
      "\(title): \(Self.names(until)) \(limit.map { "did not come within \($0)" } ?? "does not hold"); "
        + (failure ?? present(in: value))
    }
  }

  private static func names(_ words: [ConditionWord]) -> String {
    words.map { $0.text.visible(inScalars: 80) }.alternatives
  }

  /// Those that hold; all, where only the past could tell.
  private func ended(_ words: [ConditionWord], _ value: [UInt8]?) -> [ConditionWord] {
    let held = words.filter { word in
      word.condition.test != .changed && value.map { word.condition.holds(in: $0.span) } ?? false
    }
    return held.isEmpty ? words : held
  }

  /// What stands at the places of the conditions: `/state is "running"`.
  func present(in value: [UInt8]?) -> String {
    guard let value else { return "no value yet" }
    var places: [JSONPlace] = []
    for word in until + unless where !places.contains(word.condition.place) {
      places.append(word.condition.place)
    }
    return places.prefix(Self.mostPlaces).map { Self.part(at: $0, in: value) }.joined(separator: ", ")
  }

  private static func part(at place: JSONPlace, in value: [UInt8]) -> String {
    let name = place.tokens.isEmpty ? "the value" : place.pointer.visible(inScalars: longestPart)
    guard let range = place.find(in: value.span) else { return "nothing at \(name)" }
    // A scalar has four bytes at most.
    let beginning = value[range].prefix(4 * longestPart + 4)
    return "\(name) is \(String(decoding: beginning, as: UTF8.self).visible(inScalars: longestPart))"
  }
}
