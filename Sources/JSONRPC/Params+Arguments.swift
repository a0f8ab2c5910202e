import Jansson

extension Params {
  /// The object `arguments` of a call within this one, as its params; nil for one without members.
  ///
  /// The text was scanned with the message, so it is not scanned again: where its members stand is all that is new.
  ///
  /// - Parameter object: Where it stands in the text.
  init?(_ outer: Params, argumentsAt object: Range<Int>) {
    let members = JSONOutline.members(of: outer.text.span, at: object.lowerBound)
    guard !members.isEmpty else { return nil }
    self.init(outer, members)
  }
}
