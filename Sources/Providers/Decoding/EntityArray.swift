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
  /// The element that the last call has left in its middle, and where it begins in what was written.
  private var large: LargeEntity?
  private var largeStart = 0
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

  /// Reads on over about `count` bytes; an element that is longer takes several calls.
  ///
  /// - Parameter out: Gets the elements, with commas between them.
  /// - Returns: Whether the array has ended.
  mutating func read(
    _ text: Span<UInt8>, count: Int, into out: inout CanonicalText
  ) throws(ShapeFault) -> Bool {
    let pause = index + count
    if large != nil, try !goOnInElement(text, count: count, into: &out) { return false }
    while text[index] != UInt8(ascii: "]") {
      if index >= pause { return false }
      if !entries.isEmpty { out.append(",") }
      let (start, place) = (out.count, index)
      guard let key = try element(text, upTo: min(place + count, text.count), into: &out) else {
        (index, large, largeStart) = (place, LargeEntity(at: place, as: form), start)
        return false
      }
      endElement(text, from: start, key: key, in: out)
    }
    return true
  }

  /// Reads an element at once.
  ///
  /// - Returns: Its key; nil if it is too long for that.
  private mutating func element(
    _ text: Span<UInt8>, upTo limit: Int, into out: inout CanonicalText
  ) throws(ShapeFault) -> Range<Int>? {
    do throws(ShapeFault) {
      let key = try EntityReader.read(text, at: &index, upTo: limit, as: form, into: &out)
      return try requireKey(key)
    } catch {
      throw error.below("\(path)/\(entries.count)")
    }
  }

  /// Reads on in a long element.
  ///
  /// - Returns: Whether it has ended.
  private mutating func goOnInElement(
    _ text: Span<UInt8>, count: Int, into out: inout CanonicalText
  ) throws(ShapeFault) -> Bool {
    do throws(ShapeFault) {
      guard let key = try requireKey(try large?.read(text, count: count, into: &out)) else { return false }
      index = large?.end ?? index
      large = nil
      endElement(text, from: largeStart, key: key, in: out)
      return true
    } catch {
      throw error.below("\(path)/\(entries.count)")
    }
  }

  private func requireKey(_ key: Range<Int>?) throws(ShapeFault) -> Range<Int>? {
    if form.isIdentified, let key, key.isEmpty { throw .emptyID(form) }
    return key
  }

  private mutating func endElement(
    _ text: Span<UInt8>, from start: Int, key: Range<Int>, in out: borrowing CanonicalText
  ) {
    entries.append(
      Entry(
        start: UInt32(start), end: UInt32(out.count), keyStart: UInt32(key.lowerBound),
        keyEnd: UInt32(key.upperBound)))
    index = text.skippingSpace(from: index)
    if text[index] == UInt8(ascii: ",") { index = text.skippingSpace(from: index + 1) }
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
