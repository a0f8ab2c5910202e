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
/// The grammar is ``JSONGrammar``'s. The outline is taken while the depth is 1.
package struct JSONScanner {
  private let keepsOutline: Bool
  private let inner: NameWord?
  package private(set) var outline = JSONOutline()
  /// Whether the text is ASCII as far as it was scanned, and so needs no check of its UTF-8.
  ///
  /// The scanner looks for no bad sequence itself. It may say false of a text that is ASCII.
  package var isASCII: Bool { traits.isASCII }

  private var grammar: JSONGrammar
  /// Where the value began that is being read, at depth 1 alone.
  private var valueStart = 0
  /// Whether the container at depth 2 is the member that is outlined too.
  private var isInner = false
  /// The same as `valueStart` and the outline's unfinished name, at depth 2 of that member.
  private var innerValueStart = 0
  private var innerName: Range<Int>?
  private var traits = JSONLexer.Traits()

  /// The most parts of an ordinary message, so that the array of parts need not grow for it.
  private static let ordinaryCount = 8

  /// - Parameter keepsOutline: Without it ``outline`` says the kind alone, and a scan allocates nothing: of a
  ///   long array the outline is larger than the text.
  /// - Parameter inner: The member of an object whose parts are outlined as well, where it is a container and its
  ///   name is written without an escape. Of two such members the last one is.
  package init(budget: JSONBudget, keepsOutline: Bool = true, outlining inner: NameWord? = nil) {
    grammar = JSONGrammar(budget: budget)
    self.keepsOutline = keepsOutline
    self.inner = inner
  }

  /// Scans a whole text; afterwards, also when it failed, ``outline`` says what was found.
  ///
  /// A scanner may scan one text after the other, and keeps the memory of a small outline.
  package mutating func scan(_ text: Span<UInt8>) throws(JSONScanError) {
    reset()
    var index = 0
    defer { outline.isPlain = traits.isPlain }
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte, of: text, at: &index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte, at: &index)
      case UInt8(ascii: ","):
        try grammar.separate(at: index)
        index += 1
      case UInt8(ascii: ":"):
        try grammar.assign(at: index)
        index += 1
      case UInt8(ascii: "\""): try string(text, at: &index)
      default: try literal(text, at: &index)
      }
    }
    guard grammar.isComplete else { throw .syntax("the text ends too early", offset: text.count) }
  }

  private mutating func reset() {
    Self.removeAll(&outline.parts)
    if outline.innerStart != nil { Self.removeAll(&outline.innerParts) }
    outline.innerStart = nil
    outline.unfinishedName = nil
    outline.kind = .null
    traits = JSONLexer.Traits()
    grammar.reset()
    isInner = false
    innerName = nil
  }

  private static func removeAll(_ parts: inout [JSONOutline.Part]) {
    if parts.count > ordinaryCount { parts = [] }
    // A few are removed one by one in a third of the time that `removeAll` takes.
    while parts.popLast() != nil {}
  }
}

// MARK: Values

extension JSONScanner {
  private mutating func open(
    _ byte: UInt8, of text: Span<UInt8>, at index: inout Int
  ) throws(JSONScanError) {
    let isObject = byte == UInt8(ascii: "{")
    try beginValue(isObject ? .object : .array, at: index)
    if grammar.depth == 1, inner != nil { openInner(text, at: index) }
    try grammar.open(isObject: isObject)
    index += 1
  }

  /// Begins the outline of the member at `index`, if it is the one that is outlined too.
  private mutating func openInner(_ text: Span<UInt8>, at index: Int) {
    isInner = false
    guard keepsOutline, grammar.isInObject, let name = outline.unfinishedName,
      let inner,
      NameWord(text, name.lowerBound + 1..<name.upperBound - 1) == inner
    else { return }
    isInner = true
    innerName = nil
    if outline.innerStart != nil { Self.removeAll(&outline.innerParts) }
    outline.innerStart = index
  }

  private mutating func close(_ byte: UInt8, at index: inout Int) throws(JSONScanError) {
    try grammar.close(byte, at: index)
    index += 1
    noteValue(endingAt: index)
  }

  private mutating func beginValue(_ kind: JSONOutline.Kind, at index: Int) throws(JSONScanError) {
    try grammar.checkValue(at: index)
    if grammar.depth == 0 { outline.kind = kind }
    if grammar.depth == 1 { valueStart = index }
    if grammar.depth == 2 { innerValueStart = index }
  }

  private mutating func endValue(at index: Int) {
    grammar.endValue()
    noteValue(endingAt: index)
  }

  private mutating func noteValue(endingAt index: Int) {
    if grammar.depth == 1, keepsOutline {
      let name = outline.unfinishedName ?? valueStart..<valueStart
      if outline.parts.isEmpty { outline.parts.reserveCapacity(Self.ordinaryCount) }
      outline.parts.append(.init(name: name, value: valueStart..<index))
      outline.unfinishedName = nil
    } else if grammar.depth == 2, isInner {
      let name = innerName ?? innerValueStart..<innerValueStart
      if outline.innerParts.isEmpty { outline.innerParts.reserveCapacity(Self.ordinaryCount) }
      outline.innerParts.append(.init(name: name, value: innerValueStart..<index))
      innerName = nil
    }
  }

  private mutating func string(_ text: Span<UInt8>, at index: inout Int) throws(JSONScanError) {
    let start = index
    if grammar.expectsName {
      index = try JSONLexer.endOfString(text, from: start, &traits)
      if grammar.depth == 1, keepsOutline { outline.unfinishedName = start..<index }
      if grammar.depth == 2 { innerName = start..<index }
      grammar.endName()
    } else {
      try beginValue(.string, at: start)
      index = try JSONLexer.endOfString(text, from: start, &traits)
      endValue(at: index)
    }
  }

  private mutating func literal(_ text: Span<UInt8>, at index: inout Int) throws(JSONScanError) {
    let (kind, end) = try JSONLexer.literal(text, from: index, &traits)
    try beginValue(kind, at: index)
    index = end
    endValue(at: end)
  }
}
