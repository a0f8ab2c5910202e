import Engine
import Jansson
import Reactor

/// Results of tools that were encoded in one form, as long as their resources stay the same.
@LoopActor
final class EncodedResults {
  /// The present snapshot of each resource.
  let present = EncodedResources()
  /// That it is still the one which the client knows.
  let unchanged = EncodedResources()
  /// Parts of its value.
  let parts = EncodedParts()
}

/// The parts of values that were asked for last: a model looks at the same one again until it changes.
@LoopActor
final class EncodedParts {
  private struct Part {
    let (number, generation): (Int, Int)
    let selection: ValueSelection
    let text: JSONText
  }

  /// The newest comes last.
  private var parts: [Part] = []
  /// Each has up to four times `limits.inlineBytes`.
  private static let most = 8

  /// The text of a part of a resource as it is now; nil for one that was not asked for lately.
  func text(of resource: Resource, _ selection: ValueSelection) -> JSONText? {
    let (number, generation) = (resource.number, resource.generation)
    for index in 0..<parts.count where parts[index].number == number && parts[index].generation == generation
    {
      if parts[index].selection == selection { return parts[index].text }
    }
    return nil
  }

  func add(_ text: JSONText, of resource: Resource, _ selection: ValueSelection) {
    let part = Part(
      number: resource.number, generation: resource.generation, selection: selection, text: text)
    let current = parts.filter { $0.number != part.number || $0.generation == part.generation }
    parts = current.suffix(Self.most - 1) + [part]
  }
}
