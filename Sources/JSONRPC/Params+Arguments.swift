import Jansson

/// Where the members stand of an object in the params.
final class NestedMembers: Sendable {
  let parts: [JSONOutline.Part]
  /// Whether one of them is an object or an array.
  let haveContainers: Bool
  private let start: Int

  /// In a longer object names are looked for without a note of each.
  private static let longest = 1_024

  /// - Returns: nil for an array and for a long object.
  init?(of text: Span<UInt8>, in value: Range<Int>) {
    guard text[value.lowerBound] == UInt8(ascii: "{"), value.count <= Self.longest else { return nil }
    start = value.lowerBound
    parts = JSONOutline.members(of: text, at: start)
    var haveContainers = false
    for index in 0..<parts.count {
      let first = text[parts[index].value.lowerBound]
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { haveContainers = true }
    }
    self.haveContainers = haveContainers
  }

  /// Whether they are those of the object that begins there.
  func begin(at index: Int) -> Bool { start == index }
}

extension Params {
  /// The object `arguments` of a call within this one, as its params; nil for one without members.
  ///
  /// The text was scanned with the message, so it is not scanned again: where its members stand is all that is new.
  ///
  /// - Parameter object: Where it stands in the text.
  init?(_ outer: Params, argumentsAt object: Range<Int>) {
    let members =
      if let nested = outer.nested, nested.begin(at: object.lowerBound) {
        nested.parts
      } else {
        JSONOutline.members(of: outer.text.span, at: object.lowerBound)
      }
    guard !members.isEmpty else { return nil }
    self.init(outer, members)
  }
}
