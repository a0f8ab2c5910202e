/// Writes JSON text, compact, members in the order in which they are written.
///
/// Our own and not `json_dumps`: that writes `0.1` as `0.10000000000000001` and takes five times as long.
/// Strings never hold a raw control character, U+0085, U+2028 or U+2029, so that no reader that splits text
/// into lines, by whichever rule, can split a message.
package struct JSONWriter {
  /// What was written, up to a large text that is not copied.
  private var finished: [ArraySlice<UInt8>] = []
  private var tail: [UInt8] = []
  /// Whether a value stands before the next one in the same container.
  private var needsComma = false

  /// A text that is longer is shared and not copied; a shorter one is cheaper to copy.
  private static let longestCopy = 4_096

  package init() {
    tail.reserveCapacity(256)
  }

  /// What was written so far.
  package var pieces: [ArraySlice<UInt8>] {
    tail.isEmpty ? finished : finished + [tail[...]]
  }

  /// What was written so far, in one array.
  package var bytes: [UInt8] {
    finished.isEmpty ? tail : Array(pieces.joined())
  }

  // MARK: Containers

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    container(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), members)
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    container(open: UInt8(ascii: "["), close: UInt8(ascii: "]"), elements)
  }

  /// An array of what `write` makes of each element.
  package mutating func array<Element>(
    of elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    array { json in for element in elements { write(&json, element) } }
  }

  /// A member of the object that is being written: its value is the next thing written by `value`.
  package mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
    string(name)
    tail.append(UInt8(ascii: ":"))
    needsComma = false
    value(&self)
  }

  // MARK: Values

  package mutating func string(_ value: String) {
    separate()
    appendQuoted(value)
  }

  package mutating func boolean(_ value: Bool) {
    literal(value ? "true" : "false")
  }

  package mutating func integer(_ value: Int) {
    literal(String(value))
  }

  /// The shortest number that reads back the same: `0.1`, and `5` for 5.0.
  ///
  /// JSON has no infinity and no NaN. Nobody passes one: whoever reads numbers (files, options, variables, params,
  /// sources) refuses what is not finite and says where. Should one come through all the same, it is written as
  /// null, since a value that is wrong is better than a daemon that has ended.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    let digits = value.description
    // "-0.0" keeps its fraction: "-0" would read back as an integer, which has no negative zero.
    let isWhole = digits.hasSuffix(".0") && digits != "-0.0"
    literal(isWhole ? String(digits.dropLast(2)) : digits)
  }

  package mutating func null() {
    literal("null")
  }

  /// A value that was written before.
  package mutating func text(_ value: JSONText) {
    separate()
    guard value.count > Self.longestCopy else {
      for piece in value.pieces { tail += piece }
      return
    }
    finished = pieces + value.pieces
    tail = []
  }

  /// A value as it was received: kept byte for byte, but for the line breaks that are escaped.
  package mutating func received(_ value: [UInt8]) {
    separate()
    appendEscapingLineBreaks(value.span)
  }

  /// A value that a ``JSONScanner`` has passed, as ``received(_:)`` writes it, without the white space between
  /// its tokens.
  package mutating func compacted(_ value: Span<UInt8>) {
    separate()
    tail.reserveCapacity(tail.count + value.count)
    var (index, run) = (0, 0)
    while index < value.count {
      switch value[index] {
      case 0x20, 0x09, 0x0A, 0x0D:
        append(value.extracting(run..<index))
        index += 1
        run = index
      case UInt8(ascii: "\""):
        append(value.extracting(run..<index))
        run = (try? JSONLexer.endOfString(value, from: index)) ?? value.count
        appendEscapingLineBreaks(value.extracting(index..<run))
        index = run
      default: index += 1
      }
    }
    append(value.extracting(run..<value.count))
  }

  // MARK: Private

  private mutating func container(open: UInt8, close: UInt8, _ write: (inout JSONWriter) -> Void) {
    separate()
    tail.append(open)
    needsComma = false
    write(&self)
    tail.append(close)
    needsComma = true
  }

  private mutating func literal(_ characters: String) {
    separate()
    tail += characters.utf8
  }

  private mutating func separate() {
    if needsComma { tail.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

// MARK: Optional members

extension JSONWriter {
  /// A string member, left out when there is no value: the contract has absent members, never null ones.
  package mutating func member(_ name: String, _ value: String?) {
    if let value { member(name) { $0.string(value) } }
  }

  package mutating func member(_ name: String, _ value: Bool?) {
    if let value { member(name) { $0.boolean(value) } }
  }

  package mutating func member(_ name: String, _ value: Int?) {
    if let value { member(name) { $0.integer(value) } }
  }

  package mutating func member(_ name: String, _ value: Double?) {
    if let value { member(name) { $0.number(value) } }
  }
}

// MARK: Strings

extension JSONWriter {
  private mutating func appendQuoted(_ value: String) {
    tail.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { utf8 in
      // SAFETY: the span is used within the closure that lends its bytes.
      unsafe appendEscaped(utf8.span)
    }
    tail.append(UInt8(ascii: "\""))
  }

  /// Appends what stands between quotes, in runs up to the next byte that is escaped.
  private mutating func appendEscaped(_ utf8: Span<UInt8>) {
    var run = 0
    for index in utf8.indices {
      let byte = utf8[index]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20:
        append(utf8.extracting(run..<index))
        appendEscape(of: byte)
      case 0x85, 0xA8, 0xA9:
        guard let scalar = utf8.lineBreak(endingAt: index) else { continue }
        append(utf8.extracting(run..<index + 1 - UTF8.width(scalar)))
        appendUnicodeEscape(scalar.value)
      default: continue
      }
      run = index + 1
    }
    append(utf8.extracting(run..<utf8.count))
  }

  private mutating func appendEscapingLineBreaks(_ utf8: Span<UInt8>) {
    var run = 0
    for index in utf8.indices {
      guard let scalar = utf8.lineBreak(endingAt: index) else { continue }
      append(utf8.extracting(run..<index + 1 - UTF8.width(scalar)))
      appendUnicodeEscape(scalar.value)
      run = index + 1
    }
    append(utf8.extracting(run..<utf8.count))
  }

  private mutating func append(_ run: Span<UInt8>) {
    // SAFETY: the buffer is read within the closure that lends it.
    unsafe run.withUnsafeBufferPointer { unsafe tail.append(contentsOf: $0) }
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case 0x0A: tail += Array(#"\n"#.utf8)
    case 0x0D: tail += Array(#"\r"#.utf8)
    case 0x09: tail += Array(#"\t"#.utf8)
    case 0..<0x20: appendUnicodeEscape(UInt32(byte))
    default: tail += [UInt8(ascii: "\\"), byte]
    }
  }

  private mutating func appendUnicodeEscape(_ scalar: UInt32) {
    let digits = Array("0123456789abcdef".utf8)
    tail += Array(#"\u"#.utf8)
    for shift in [12, 8, 4, 0] as [UInt32] { tail.append(digits[Int(scalar >> shift & 0xF)]) }
  }
}

extension Span<UInt8> {
  /// The line break of Unicode's that is no control character of ASCII's and ends with that byte.
  fileprivate func lineBreak(endingAt index: Int) -> Unicode.Scalar? {
    switch self[index] {
    case 0x85 where index >= 1 && self[index - 1] == 0xC2: "\u{85}"
    case 0xA8 where isSeparator(index): "\u{2028}"
    case 0xA9 where isSeparator(index): "\u{2029}"
    default: nil
    }
  }

  private func isSeparator(_ index: Int) -> Bool {
    index >= 2 && self[index - 1] == 0x80 && self[index - 2] == 0xE2
  }
}
