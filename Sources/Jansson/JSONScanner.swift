/// How much structure a text may have before it is refused, unparsed.
package struct JSONBudget: Hashable, Sendable {
  /// Nested arrays and objects; the outermost is 1.
  ///
  /// At most 128, the width of the scanner's stack.
  package let depth: Int
  /// Structural tokens: `{`, `[`, `,` and `:` outside strings.
  package let tokens: Int

  package init(depth: Int, tokens: Int) {
    precondition(1...128 ~= depth, "the scanner's stack is 128 bits wide")
    self.depth = depth
    self.tokens = tokens
  }
}

/// Why a scan ended before the end of the text.
package enum JSONScanError: Error, Hashable, Sendable {
  /// Not JSON (RFC 8259): what was found where.
  case syntax(String, offset: Int)
  case tooDeep(limit: Int)
  case tooManyValues(limit: Int)
}

/// Reads a text once, from left to right, without recursion and without keeping any of it: is it JSON, is
/// it within the budget, and where are the parts of its outermost value.
///
/// This goes before jansson for two reasons. jansson allocates while it parses, forty times the size of a
/// hostile text; and it cannot give back an id as it was written (`1.0`, `1e2`, thirty digits), while these
/// ranges can.
///
/// The grammar is held as what may come next (``Expectation``) and one bit for each open container: 1 for an
/// object. The outline is taken while the depth is 1.
package struct JSONScanner {
  private enum Expectation {
    case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd, nothing
  }

  private let budget: JSONBudget
  private let keepsOutline: Bool
  package private(set) var outline = JSONOutline()
  /// Whether the text is ASCII as far as it was scanned, and so needs no check of its UTF-8.
  ///
  /// The scanner looks for no bad sequence itself. It may say false of a text that is ASCII.
  package var isASCII: Bool { strings.isASCII }

  private var expectation = Expectation.value
  private var depth = 0
  private var objects: UInt128 = 0
  private var tokens = 0
  /// Where the value began that is being read, at depth 1 alone.
  private var valueStart = 0
  private var strings = JSONLexer.StringTraits()

  /// The most parts of an ordinary message, so that the array of parts need not grow for it.
  private static let ordinaryCount = 8

  /// - Parameter keepsOutline: Without it ``outline`` says the kind alone, and a scan allocates nothing: of a
  ///   long array the outline is larger than the text.
  package init(budget: JSONBudget, keepsOutline: Bool = true) {
    self.budget = budget
    self.keepsOutline = keepsOutline
  }

  /// Scans a whole text; afterwards, also when it failed, ``outline`` says what was found.
  ///
  /// A scanner may scan one text after the other, and keeps the memory of a small outline.
  package mutating func scan(_ text: Span<UInt8>) throws(JSONScanError) {
    reset()
    var index = 0
    defer { outline.hasEscapes = strings.hasEscapes }
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte, at: &index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte, at: &index)
      case UInt8(ascii: ","): try separate(at: &index)
      case UInt8(ascii: ":"): try assign(at: &index)
      case UInt8(ascii: "\""): try string(text, at: &index)
      default: try literal(text, at: &index)
      }
    }
    guard expectation == .nothing else { throw .syntax("the text ends too early", offset: text.count) }
  }

  private mutating func reset() {
    if outline.parts.count > Self.ordinaryCount { outline.parts = [] }
    // A few are removed one by one in a third of the time that `removeAll` takes.
    while outline.parts.popLast() != nil {}
    outline.unfinishedName = nil
    outline.kind = .null
    strings = JSONLexer.StringTraits()
    expectation = .value
    (depth, tokens, objects) = (0, 0, 0)
  }
}

// MARK: Structure

extension JSONScanner {
  private var isInObject: Bool { objects & 1 == 1 }

  private mutating func open(_ byte: UInt8, at index: inout Int) throws(JSONScanError) {
    let isObject = byte == UInt8(ascii: "{")
    try beginValue(isObject ? .object : .array, at: index)
    try countToken()
    guard depth < budget.depth else { throw .tooDeep(limit: budget.depth) }
    depth += 1
    objects = objects << 1 | (isObject ? 1 : 0)
    expectation = isObject ? .nameOrEnd : .valueOrEnd
    index += 1
  }

  private mutating func close(_ byte: UInt8, at index: inout Int) throws(JSONScanError) {
    let isObject = byte == UInt8(ascii: "}")
    let mayEnd = expectation == .commaOrEnd || expectation == (isObject ? .nameOrEnd : .valueOrEnd)
    guard depth > 0, isInObject == isObject, mayEnd else {
      throw .syntax("unexpected \(Character(UnicodeScalar(byte)))", offset: index)
    }
    depth -= 1
    objects >>= 1
    index += 1
    endValue(at: index)
  }

  private mutating func separate(at index: inout Int) throws(JSONScanError) {
    guard expectation == .commaOrEnd else { throw .syntax("unexpected ,", offset: index) }
    try countToken()
    expectation = isInObject ? .name : .value
    index += 1
  }

  private mutating func assign(at index: inout Int) throws(JSONScanError) {
    guard expectation == .colon else { throw .syntax("unexpected :", offset: index) }
    try countToken()
    expectation = .value
    index += 1
  }

  private mutating func countToken() throws(JSONScanError) {
    tokens += 1
    guard tokens <= budget.tokens else { throw .tooManyValues(limit: budget.tokens) }
  }
}

// MARK: Values

extension JSONScanner {
  private mutating func beginValue(_ kind: JSONOutline.Kind, at index: Int) throws(JSONScanError) {
    guard expectation == .value || expectation == .valueOrEnd else {
      throw .syntax("unexpected value", offset: index)
    }
    if depth == 0 { outline.kind = kind }
    if depth == 1 { valueStart = index }
  }

  private mutating func endValue(at index: Int) {
    if depth == 1, keepsOutline {
      let name = outline.unfinishedName ?? valueStart..<valueStart
      if outline.parts.isEmpty { outline.parts.reserveCapacity(Self.ordinaryCount) }
      outline.parts.append(.init(name: name, value: valueStart..<index))
      outline.unfinishedName = nil
    }
    expectation = depth == 0 ? .nothing : .commaOrEnd
  }

  private mutating func string(_ text: Span<UInt8>, at index: inout Int) throws(JSONScanError) {
    let start = index
    if expectation == .name || expectation == .nameOrEnd {
      index = try JSONLexer.endOfString(text, from: start, &strings)
      if depth == 1, keepsOutline { outline.unfinishedName = start..<index }
      expectation = .colon
    } else {
      try beginValue(.string, at: start)
      index = try JSONLexer.endOfString(text, from: start, &strings)
      endValue(at: index)
    }
  }

  private mutating func literal(_ text: Span<UInt8>, at index: inout Int) throws(JSONScanError) {
    let (kind, end) = try JSONLexer.literal(text, from: index)
    try beginValue(kind, at: index)
    index = end
    endValue(at: end)
  }
}
