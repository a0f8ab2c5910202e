import Jansson
import StatusCore

/// An array of objects that is being read: its elements are written one after the other.
struct EntityArray {
  /// Where an element stands in the text that is being written, and its key without the quotes.
  ///
  /// A body has less than 2^30 bytes, and what is written of it less than four times as many.
  struct Entry {
    let start: UInt32
    let end: UInt32
    let keyStart: UInt32
    let keyEnd: UInt32

    var range: Range<Int> { Int(start)..<Int(end) }
    var key: Range<Int> { Int(keyStart)..<Int(keyEnd) }
  }

  let form: EntityForm
  /// JSON Pointer of the array.
  private let path: String
  /// Where to read on.
  private var index: Int
  private(set) var entries: [Entry] = []

  /// - Throws: A fault if the value that begins at `start` is no array.
  init(_ text: Span<UInt8>, at start: Int, _ path: String, of form: EntityForm) throws(ShapeFault) {
    guard text[start] == UInt8(ascii: "[") else {
      throw text.unexpected(at: start, expected: "an array").below(path)
    }
    self.path = path
    self.form = form
    index = text.skippingSpace(from: start + 1)
  }

  /// The elements of an array that has ended.
  mutating func takeEntries() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  /// Reads on over about `count` bytes: an element is never split.
  ///
  /// - Parameter out: Gets the elements, with commas between them.
  /// - Returns: Whether the array has ended.
  mutating func read(
    _ text: Span<UInt8>, count: Int, into out: inout CanonicalText
  ) throws(ShapeFault) -> Bool {
    let pause = index + count
    while text[index] != UInt8(ascii: "]") {
      if index >= pause { return false }
      if !entries.isEmpty { out.append(",") }
      let start = out.count
      let key: Range<Int>
      do throws(ShapeFault) {
        key = try EntityReader.read(text, at: &index, as: form, into: &out)
        if form.isIdentified, key.isEmpty { throw .emptyID(form) }
      } catch {
        throw error.below("\(path)/\(entries.count)")
      }
      entries.append(
        Entry(
          start: UInt32(start), end: UInt32(out.count), keyStart: UInt32(key.lowerBound),
          keyEnd: UInt32(key.upperBound)))
      index = text.skippingSpace(from: index)
      if text[index] == UInt8(ascii: ",") { index = text.skippingSpace(from: index + 1) }
    }
    return true
  }

  /// The fault of an element whose id is that of an element before it.
  ///
  /// - Parameter start: Where the element begins in what was written.
  static func repeatedID(at start: UInt32, in entries: [Entry], _ form: EntityForm, _ path: String)
    -> ShapeFault
  {
    let index = entries.count { $0.start < start }
    let name = form.members[form.key].name
    return ShapeFault(
      path: "\(path)/\(index)/\(name)", expected: "an id of its own", finding: .repeatedID)
  }
}

extension ShapeFault {
  fileprivate static func emptyID(_ form: EntityForm) -> ShapeFault {
    .unexpected("an empty string", at: "/\(form.members[form.key].name)", expected: "an id")
  }
}
