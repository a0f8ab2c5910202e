import Jansson
import Settings
import Text

/// A place of a template or of a rule that leads nowhere in a value that was loaded.
///
/// It may come with another value. More often it is misspelt, and the line is empty for ever.
struct LostPlace: Hashable {
  /// The place as it was written.
  let shown: String
  /// Whether it is of a template, so that the line lacks something.
  let isOfTemplate: Bool
  /// Whether there is a place of nearly that name, so that it is probably misspelt.
  let isMisspelt: Bool
  private let advice: String

  /// What a person reads.
  var sentence: String { "\(shown) leads to nothing in the value\(advice)" }

  init?(ofTemplate place: JSONPlace, in value: [UInt8]) {
    guard TemplatePlace.text(at: place, in: value) == nil else { return nil }
    (shown, isOfTemplate) = (TemplatePlace.shown(place), true)
    (advice, isMisspelt) = Self.advice(place, in: value) { TemplatePlace.shown($0) }
  }

  /// - Parameter origin: Whose condition it is, as a person knows it.
  init?(of condition: Condition, _ origin: String, in value: [UInt8]) {
    let place = condition.place
    switch condition.test {
    case .exists, .changed: return nil
    case .oneOf, .not, .atLeast, .atMost: break
    }
    guard place.find(in: value.span) == nil else { return nil }
    (shown, isOfTemplate) = ("\(place.pointer.visible) of \(origin)", false)
    // Templates begin at the snapshot, and conditions at the value.
    let inside = JSONPlace(Array(place.tokens.dropFirst()))
    if place.tokens[0] == "value", inside.find(in: value.span) != nil {
      (advice, isMisspelt) = ("; did you mean \(inside.pointer.visible)?", true)
    } else {
      (advice, isMisspelt) = Self.advice(place, in: value) { $0.pointer.visible }
    }
  }

  private static func advice(
    _ place: JSONPlace, in text: [UInt8], _ shown: (JSONPlace) -> String
  ) -> (sentence: String, isNear: Bool) {
    do throws(JSONPointer.LookupError) {
      _ = try JSONPointer.find(place.pointer, in: text)
      return ("", false)
    } catch {
      switch error {
      case .syntax: return ("", false)
      case .noMember(_, let nearest?, _):
        guard let near = JSONPlace(pointer: nearest) else { return ("", false) }
        let meant = JSONPlace(near.tokens + place.tokens.dropFirst(near.tokens.count))
        return ("; did you mean \(shown(meant))?", true)
      case .noMember(_, nil, let known):
        let names = known.map(\.excerpt.visible).joined(separator: ", ")
        return (known.isEmpty ? "" : "; there are \(names)", false)
      case .noElement(_, let count):
        return ("; the array has \(count) element\(count == 1 ? "" : "s")", false)
      case .scalar: return ("; what stands before it has no members", false)
      }
    }
  }
}

extension [ConditionWord] {
  /// The places that are probably misspelt; others may come with another value, for which the person waits.
  ///
  /// - Parameter option: The one that has the conditions.
  func lostPlaces(of option: String, in value: [UInt8]) -> [LostPlace] {
    compactMap { LostPlace(of: $0.condition, option, in: value) }.filter(\.isMisspelt)
  }
}

extension WatchFormat {
  /// The places that lead nowhere; none while there is no value that is new.
  func lostPlaces(in state: WatchedState) -> [LostPlace] {
    guard form != .json, state.isLoaded, let value = state.value else { return [] }
    let templates = [template, form == .plain ? nil : classes.template].compactMap(\.self)
    return templates.flatMap(\.valuePlaces).compactMap { LostPlace(ofTemplate: $0, in: value) }
      + (form == .plain ? [] : classes.rules).compactMap { rule in
        LostPlace(of: rule.condition, "the rule for the class \(rule.name)", in: value)
      }
  }
}
