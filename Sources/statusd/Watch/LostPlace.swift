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
  private let advice: String

  /// What a person reads.
  var sentence: String { "\(shown) leads to nothing in the value\(advice)" }

  fileprivate init?(ofTemplate place: JSONPlace, in value: [UInt8]) {
    guard TemplatePlace.text(at: place, in: value) == nil else { return nil }
    (shown, isOfTemplate) = (TemplatePlace.shown(place), true)
    advice = Self.advice(place, in: value) { TemplatePlace.shown($0) }
  }

  fileprivate init?(of rule: ClassRule, in value: [UInt8]) {
    let place = rule.condition.place
    if case .exists = rule.condition.test { return nil }
    guard place.find(in: value.span) == nil else { return nil }
    (shown, isOfTemplate) = ("\(place.pointer.visible) of the rule for the class \(rule.name)", false)
    // Templates begin at the snapshot, and conditions at the value.
    let inside = JSONPlace(Array(place.tokens.dropFirst()))
    if place.tokens[0] == "value", inside.find(in: value.span) != nil {
      advice = "; did you mean \(inside.pointer.visible)?"
    } else {
      advice = Self.advice(place, in: value) { $0.pointer.visible }
    }
  }

  private static func advice(
    _ place: JSONPlace, in text: [UInt8], _ shown: (JSONPlace) -> String
  ) -> String {
    do throws(JSONPointer.LookupError) {
      _ = try JSONPointer.find(place.pointer, in: text)
      return ""
    } catch {
      switch error {
      case .syntax: return ""
      case .noMember(_, let nearest?, _):
        guard let near = JSONPlace(pointer: nearest) else { return "" }
        return "; did you mean \(shown(JSONPlace(near.tokens + place.tokens.dropFirst(near.tokens.count))))?"
      case .noMember(_, nil, let known):
        return known.isEmpty ? "" : "; there are \(known.map(\.excerpt.visible).joined(separator: ", "))"
      case .noElement(_, let count): return "; the array has \(count) element\(count == 1 ? "" : "s")"
      case .scalar: return "; what stands before it has no members"
      }
    }
  }
}

extension WatchFormat {
  /// The places that lead nowhere; none while there is no value that is new.
  func lostPlaces(in state: WatchedState) -> [LostPlace] {
    guard form != .json, state.isLoaded, let value = state.value else { return [] }
    let templates = [template, form == .plain ? nil : classes.template].compactMap(\.self)
    return templates.flatMap(\.valuePlaces).compactMap { LostPlace(ofTemplate: $0, in: value) }
      + (form == .plain ? [] : classes.rules).compactMap { LostPlace(of: $0, in: value) }
  }
}
