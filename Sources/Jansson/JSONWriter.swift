/// Writes JSON text, compact, members in the order in which they are written.
///
/// Our own and not `json_dumps`: that writes `0.1` as `0.10000000000000001` and takes five times as long.
/// Strings never hold a raw control character, U+0085, U+2028 or U+2029, so that no reader that splits text
/// into lines, by whichever rule, can split a message.
///
/// A writer has one owner and can be used again after ``removeAll()``, with the memory that it has.
package struct JSONWriter: ~Copyable {
  /// What was written, without the large texts that are shared.
  var buffer: ByteBuffer
  /// Large texts that are not copied, in the order in which they stand.
  private(set) var shared: [SharedText] = []
  /// Whether a value stands before the next one in the same container.
  private var needsComma = false

  /// A text that is longer is shared and not copied; a shorter one is cheaper to copy.
  static let longestCopy = 4_096
  /// What a writer starts with: most responses have fewer bytes.
  private static let firstCapacity = 512
  /// The memory that ``removeAll()`` keeps: one pipe full.
  private static let keptCapacity = 65_536

  package init() {
    buffer = ByteBuffer(capacity: Self.firstCapacity)
  }

  /// Begins a new text.
  package mutating func removeAll() {
    buffer.removeAll(keepingCapacityUpTo: Self.keptCapacity)
    if !shared.isEmpty { shared = [] }
    needsComma = false
  }

  // MARK: Containers

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// An array of what `write` makes of each element.
  package mutating func array<Element>(
    of elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    array { json in for element in elements { write(&json, element) } }
  }

  /// A member of the object that is being written: its value is the next thing written by `value`.
  ///
  /// - Important: The name must be ASCII without anything that is escaped.
  package mutating func member(_ name: StaticString, _ value: (inout JSONWriter) -> Void) {
    memberName(name)
    value(&self)
  }

  /// A member whose name is known at run time only.
  package mutating func member(named name: String, _ value: (inout JSONWriter) -> Void) {
    string(name)
    buffer.append(UInt8(ascii: ":"))
    needsComma = false
    value(&self)
  }

  /// An object that was written before, with more members behind its own.
  ///
  /// - Important: The text must be an object, and one without members has no white space either.
  package mutating func object(_ text: JSONText, and members: (inout JSONWriter) -> Void) {
    separate()
    append(text)
    removeBrace()
    needsComma = text.count > 2
    members(&self)
    close(UInt8(ascii: "}"))
  }

  /// Takes back the brace that closes the object which was appended last.
  private mutating func removeBrace() {
    guard let last = shared.indices.last, shared[last].offset == buffer.count else {
      return buffer.removeLast()
    }
    shared[last] = SharedText(offset: buffer.count, bytes: shared[last].bytes.dropLast())
  }

  /// Members of the object that is being written, which were encoded before.
  package mutating func members(_ members: JSONMembers) {
    separate()
    buffer.append(members.text.span)
  }

  // MARK: Values

  package mutating func boolean(_ value: Bool) {
    separate()
    buffer.append(value ? "true" : "false")
  }

  package mutating func integer(_ value: Int) {
    separate()
    buffer.append(decimal: value)
  }

  /// The shortest number that reads back the same: `0.1`, and `5` for 5.0.
  ///
  /// JSON has no infinity and no NaN. Nobody passes one: whoever reads numbers (files, options, variables, params,
  /// sources) refuses what is not finite and says where. Should one come through all the same, it is written as
  /// null, since a value that is wrong is better than a daemon that has ended.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    // "-0.0" keeps its fraction: "-0" would read back as an integer, which has no negative zero.
    if let whole = Int(exactly: value), whole.magnitude < 1 << 53, whole != 0 || value.sign == .plus {
      return integer(whole)
    }
    separate()
    let digits = value.description
    let length = digits.utf8.count
    // From 2^53 to where the exponent begins, the digits end with a fraction that says nothing.
    let isWhole = digits.hasSuffix(".0") && value != 0
    buffer.append(digits.utf8Span.span.extracting(0..<(isWhole ? length - 2 : length)))
  }

  package mutating func null() {
    separate()
    buffer.append("null")
  }

  /// A value that was written before.
  package mutating func text(_ value: JSONText) {
    separate()
    append(value)
  }

  /// A constant that stands here as it is, such as the beginning of a message; the next value follows it without a
  /// comma.
  package mutating func constant(_ text: StaticString) {
    buffer.append(text)
    needsComma = false
  }
}

// MARK: Optional members

extension JSONWriter {
  /// A string member, left out when there is no value: the contract has absent members, never null ones.
  package mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    memberName(name)
    string(value)
  }

  package mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    memberName(name)
    boolean(value)
  }

  package mutating func member(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    memberName(name)
    integer(value)
  }

  package mutating func member(_ name: StaticString, _ value: Double?) {
    guard let value else { return }
    memberName(name)
    number(value)
  }
}

// MARK: Structure

extension JSONWriter {
  package mutating func open(_ bracket: UInt8) {
    separate()
    buffer.append(bracket)
    needsComma = false
  }

  /// Opens a container whose beginning is constant; the next value follows it without a comma.
  package mutating func open(_ beginning: StaticString) {
    separate()
    constant(beginning)
  }

  package mutating func close(_ bracket: UInt8) {
    buffer.append(bracket)
    needsComma = true
  }

  package mutating func memberName(_ name: StaticString) {
    assert(name.isASCII, "a member's name is written as it is")
    buffer.append(memberName: name, isFirst: !needsComma)
    needsComma = false
  }

  @inline(__always)
  mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Appends a text; what is large in it is shared.
  private mutating func append(_ value: JSONText) {
    guard value.count > Self.longestCopy else { return buffer.append(value.own.span) }
    for piece in value.pieces {
      if piece.count > Self.longestCopy {
        shared.append(SharedText(offset: buffer.count, bytes: piece))
      } else {
        buffer.append(piece.span)
      }
    }
  }
}
