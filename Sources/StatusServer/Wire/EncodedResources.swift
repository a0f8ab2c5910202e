import Engine
import Jansson
import Reactor
import StatusCore

/// What was encoded of each resource, as long as the resource stays the same.
@LoopActor
final class EncodedResources {
  /// By the number of the resource; each with the generation that was encoded.
  private var texts: [(generation: Int, text: JSONText)] = []

  /// The text of a resource as it is now, which `encode` makes unless it was made before.
  func text(of resource: Resource, _ encode: (ResourceSnapshot) -> JSONText) -> JSONText {
    if let text = self[resource] { return text }
    let text = encode(resource.snapshot)
    self[resource] = text
    return text
  }

  /// nil for a resource that has changed since.
  subscript(resource: Resource) -> JSONText? {
    get {
      let (number, generation) = (resource.number, resource.generation)
      guard number < texts.count, texts[number].generation == generation else { return nil }
      return texts[number].text
    }
    set {
      // In a variable: a property that is changed in place is checked for exclusive access wherever it is read.
      var changed = texts
      texts = []
      while changed.count <= resource.number { changed.append((-1, .null)) }
      changed[resource.number] = (newValue == nil ? -1 : resource.generation, newValue ?? .null)
      texts = changed
    }
  }
}
