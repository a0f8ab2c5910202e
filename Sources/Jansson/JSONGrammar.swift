/// The grammar of JSON (RFC 8259) over its tokens, and the budget of a text: what ``JSONScanner`` and
/// ``ResumableScanner`` have in common.
///
/// It is held as what may come next and one bit for each open container. Everything is inlined into the scanners: a
/// call for each token would cost as much as what it does.
struct JSONGrammar {
  private enum Expectation {
    case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd, nothing
  }

  private let budget: JSONBudget
  private var expectation = Expectation.value
  /// The number of open containers.
  private(set) var depth = 0
  /// One bit for each open container, the innermost lowest: 1 for an object.
  private var objects: UInt128 = 0
  private var tokens = 0

  init(budget: JSONBudget) {
    self.budget = budget
  }

  /// Whether the outermost value has ended.
  var isComplete: Bool {
    @inline(__always) get { expectation == .nothing }
  }

  /// Whether a string would be the name of a member.
  var expectsName: Bool {
    @inline(__always) get { expectation == .name || expectation == .nameOrEnd }
  }

  /// Whether the innermost container is an object.
  var isInObject: Bool {
    @inline(__always) get { objects & 1 == 1 }
  }

  /// Forgets the text.
  @inline(__always)
  mutating func reset() {
    expectation = .value
    (depth, tokens, objects) = (0, 0, 0)
  }

  /// Checks that a value may begin here.
  @inline(__always)
  func checkValue(at index: Int) throws(JSONScanError) {
    guard expectation == .value || expectation == .valueOrEnd else {
      throw .syntax("unexpected value", offset: index)
    }
  }

  /// A value has ended; for a container ``close(_:at:)`` says so.
  @inline(__always)
  mutating func endValue() {
    expectation = depth == 0 ? .nothing : .commaOrEnd
  }

  /// The name of a member has ended.
  @inline(__always)
  mutating func endName() {
    expectation = .colon
  }

  /// Opens a container, which ``checkValue(at:)`` has allowed.
  @inline(__always)
  mutating func open(isObject: Bool) throws(JSONScanError) {
    try countToken()
    guard depth < budget.depth else { throw .tooDeep(limit: budget.depth) }
    depth += 1
    objects = objects << 1 | (isObject ? 1 : 0)
    expectation = isObject ? .nameOrEnd : .valueOrEnd
  }

  /// Closes the innermost container, and ends it as a value.
  @inline(__always)
  mutating func close(_ byte: UInt8, at index: Int) throws(JSONScanError) {
    let isObject = byte == UInt8(ascii: "}")
    let mayEnd = expectation == .commaOrEnd || expectation == (isObject ? .nameOrEnd : .valueOrEnd)
    guard depth > 0, isInObject == isObject, mayEnd else {
      throw .syntax("unexpected \(Character(UnicodeScalar(byte)))", offset: index)
    }
    depth -= 1
    objects >>= 1
    endValue()
  }

  /// A comma.
  @inline(__always)
  mutating func separate(at index: Int) throws(JSONScanError) {
    guard expectation == .commaOrEnd else { throw .syntax("unexpected ,", offset: index) }
    try countToken()
    expectation = isInObject ? .name : .value
  }

  /// A colon.
  @inline(__always)
  mutating func assign(at index: Int) throws(JSONScanError) {
    guard expectation == .colon else { throw .syntax("unexpected :", offset: index) }
    try countToken()
    expectation = .value
  }

  @inline(__always)
  private mutating func countToken() throws(JSONScanError) {
    tokens += 1
    guard tokens <= budget.tokens else { throw .tooManyValues(limit: budget.tokens) }
  }
}
