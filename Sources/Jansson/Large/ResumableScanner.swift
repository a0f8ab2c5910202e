/// Scans a large text part by part, so that its reader can do other things in between.
///
/// It says what ``JSONScanner`` says of the same text, in the same words. Beyond that it finds what jansson refuses
/// (``Refusal``), so that a text which passes needs no tree to be known as good, and where the wanted members of
/// the outermost object are.
package struct ResumableScanner {
  /// What is JSON, and yet no value that one can rely on.
  package enum Refusal: Hashable, Sendable {
    /// An object has two members of one name.
    case duplicateName
    /// A number is too large for a double.
    case numberRange
    /// A member's name has U+0000 in it.
    case nullInName
  }

  private let isStrict: Bool
  private let wanted: [StaticString]

  /// The first thing to refuse, known for certain when the scan is over; nil unless the scan is strict.
  package private(set) var refusal: Refusal?
  /// Where the values of the wanted members begin; nil for one that is not there.
  package private(set) var found: [Int?]
  /// Where the outermost value begins.
  package private(set) var start = 0

  private var index = 0
  private var grammar: JSONGrammar
  private var names = OpenNames()
  /// Where the string begins that the last call has left in its middle.
  private var openString: Int?
  /// What is known of the name that is such a string.
  private var openName: NameKey?
  /// Which of the wanted members the next value at depth 1 is.
  private var awaited: Int?

  /// - Parameters:
  ///   - isStrict: Whether to look for a ``Refusal``.
  ///   - wanted: Members of the outermost object to find.
  package init(budget: JSONBudget, isStrict: Bool, wanted: [StaticString] = []) {
    grammar = JSONGrammar(budget: budget)
    self.isStrict = isStrict
    self.wanted = wanted
    found = wanted.map { _ in nil }
  }

  /// Scans on, over about `count` bytes: a number or a word is never split.
  ///
  /// - Parameter text: The same whole text in each call.
  /// - Returns: Whether the end of the text is reached.
  package mutating func scan(_ text: Span<UInt8>, count: Int) throws(JSONScanError) -> Bool {
    let end = min(text.count, index + count)
    if let opening = openString.take() { try string(text, from: opening, upTo: end) }
    while index < end {
      let byte = text[index]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte)
      case UInt8(ascii: ","):
        try grammar.separate(at: index)
        index += 1
      case UInt8(ascii: ":"):
        try grammar.assign(at: index)
        index += 1
      case UInt8(ascii: "\""): try beginString(text, upTo: end)
      default: try literal(text)
      }
    }
    guard index == text.count else { return false }
    guard grammar.isComplete else { throw .syntax("the text ends too early", offset: text.count) }
    return true
  }
}

// MARK: Values

extension ResumableScanner {
  private mutating func open(_ byte: UInt8) throws(JSONScanError) {
    let isObject = byte == UInt8(ascii: "{")
    try beginValue()
    try grammar.open(isObject: isObject)
    if isObject, isStrict { names.open() }
    index += 1
  }

  private mutating func close(_ byte: UInt8) throws(JSONScanError) {
    try grammar.close(byte, at: index)
    if byte == UInt8(ascii: "}"), isStrict { names.close() }
    index += 1
  }

  private mutating func beginValue() throws(JSONScanError) {
    try grammar.checkValue(at: index)
    guard grammar.depth <= 1 else { return }
    if grammar.depth == 0 { start = index }
    if grammar.depth == 1, let awaited = awaited.take() { found[awaited] = index }
  }

  private mutating func beginString(_ text: Span<UInt8>, upTo end: Int) throws(JSONScanError) {
    if !grammar.expectsName { try beginValue() }
    index += 1
    try string(text, from: index - 1, upTo: end)
  }

  /// Goes on in the string that opens at `start`.
  private mutating func string(_ text: Span<UInt8>, from start: Int, upTo end: Int) throws(JSONScanError) {
    let part = index
    var hasEscape = false
    guard try JSONLexer.readString(text, from: start, at: &index, upTo: end, &hasEscape) else {
      openString = start
      if isStrict, refusal == nil, grammar.expectsName {
        var key = openName.take() ?? NameKey()
        key.add(text, part..<index)
        openName = key
      }
      return
    }
    guard grammar.expectsName else { return grammar.endValue() }
    grammar.endName()
    let name = start + 1..<index - 1
    if isStrict, refusal == nil {
      refusal = add(text, name, endingWith: part..<index - 1, hasEscape: hasEscape)
    }
    if grammar.depth == 1 { awaited = wanted.firstIndex { text.isName($0, at: name) } }
  }

  /// - Parameters:
  ///   - part: What of the name no key is known of.
  ///   - hasEscape: Whether there is an escape in that.
  private mutating func add(
    _ text: Span<UInt8>, _ name: Range<Int>, endingWith part: Range<Int>, hasEscape: Bool
  ) -> Refusal? {
    guard openName != nil, var key = openName.take() else {
      return names.add(text, name, hasEscape: hasEscape)
    }
    key.add(text, part)
    return names.add(key, of: text, name)
  }

  private mutating func literal(_ text: Span<UInt8>) throws(JSONScanError) {
    let (kind, end) = try JSONLexer.literal(text, from: index)
    try beginValue()
    if isStrict, refusal == nil, kind == .number, text.isOutOfRange(index..<end) { refusal = .numberRange }
    index = end
    grammar.endValue()
  }
}

extension Span<UInt8> {
  /// Whether a number is too large for a double: it has an exponent, or more digits than the largest one.
  fileprivate func isOutOfRange(_ number: Range<Int>) -> Bool {
    let digitsOfTheLargest = 309
    guard
      number.count >= digitsOfTheLargest || number.contains(where: { self[$0] | 0x20 == UInt8(ascii: "e") })
    else { return false }
    return !double(number).isFinite
  }
}
