import Jansson

/// Makes a value's text of JSON that was scanned, part by part: first it reads, and then it arranges what it read.
protocol ValueForm {
  /// The members of the outermost object in which the value is.
  static var members: [StaticString] { get }

  /// - Parameters:
  ///   - start: Where the outermost value begins.
  ///   - found: Where the values of ``members`` begin; nil for one that is not there.
  init(_ text: Span<UInt8>, at start: Int, found: [Int?]) throws(ShapeFault)

  /// Reads on over about `count` bytes of the text.
  ///
  /// - Returns: Whether all is read, so that the text may go.
  mutating func read(_ text: Span<UInt8>, count: Int) throws(ShapeFault) -> Bool

  /// Arranges on, by about `count` elements.
  ///
  /// - Parameter count: Afterwards less than 0 if one of them took as much as that many more.
  /// - Returns: The text of the value, once it is done.
  mutating func arrange(count: inout Int) throws(ShapeFault) -> [UInt8]?
}

extension Span<UInt8> {
  /// Where the value of a member begins that must be there.
  func required(_ place: Int?, _ name: StaticString) throws(ShapeFault) -> Int {
    guard let place, self[place] != UInt8(ascii: "n") else { throw .missing(name.description, of: "") }
    return place
  }
}
