import Jansson
package import StatusCore

/// Makes a resource's value of the bytes of a source, part by part, so that the loop can do other things in between.
///
/// The checks have one order (docs/protocol.md): is there anything, is it UTF-8, is it JSON, is there what the pointer
/// leads to, has it the shape. Each is a pass over the text, and none makes a tree: what a body takes is its own size
/// and that of its value, and while a value is put in order that of another one in place of the body.
/// What is no JSON but text (``ResourceShape/isText``) is UTF-8, and that is all.
package struct ValueDecoding {
  /// What was made of a body.
  package enum Outcome: Sendable {
    /// The body is the one that is known.
    case unchanged
    /// The value, and the digest of its body.
    case value(ResourceValue, digest: UInt64)
    case failure(Problem)
  }

  private enum Stage {
    case digest, encoding, syntax, locating, reading, arranging
  }

  /// What is done in one turn of the loop, in bytes of the dearest stage: about 2 ms, and several times that on a busy
  /// computer with the unkindest body.
  ///
  /// Bytes and not time, so that a body takes the same turns on every computer.
  private static let workOfTurn = 65_536
  private static let keyOfValues = "limits.bodyValues"
  /// What is done before the work is counted again; a small body takes eight steps, and a turn has as many.
  private let workOfStep: Int

  private let shape: ResourceShape
  private let pointer: JSONPointerPath
  private let values: Int
  private let known: UInt64?
  private let address: String
  private let excerpts: Bool
  /// The body; empty once nothing more is read of it.
  private var body: [UInt8]
  /// What is quoted of the body of a fleet, whose ids are compared when it has gone.
  private var beginning: [UInt8] = []
  /// The text: what stands behind a byte order mark, and then the part that the pointer leads to.
  private var part: Range<Int>

  private var stage = Stage.digest
  private var digest = TextDigest()
  private var digested = 0
  private var encoding = ResumableUTF8Check()
  private var scanner: ResumableScanner
  private var search: PointerSearch?
  private var form: (any ValueForm)?

  /// - Parameters:
  ///   - known: The digest of a body whose value is kept.
  ///   - pointer: Leads to the part of the JSON that is the value; nothing is the whole.
  ///   - values: The most structural tokens, or lines (`limits.bodyValues`).
  ///   - address: The source's, for `detail.url`.
  ///   - excerpts: Whether a body that is malformed or has another shape is quoted in `detail.excerpt`.
  ///   - workOfStep: What is done between two looks at the work of the turn.
  package init(
    _ body: [UInt8], as shape: ResourceShape, at pointer: String = "", known: UInt64? = nil,
    values: Int = ValueDecoder.defaultValues, from address: String, excerpts: Bool = true,
    workOfStep: Int = 8_192
  ) {
    self.workOfStep = workOfStep
    (self.body, self.shape, self.known, self.address, self.excerpts) = (body, shape, known, address, excerpts)
    let pointer = pointer.isEmpty ? .whole : JSONPointerPath(pointer) ?? .whole
    (self.pointer, self.values) = (pointer, values)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    part = (body.starts(with: mark) ? mark.count : 0)..<body.count
    let budget = JSONBudget(depth: ValueDecoder.budget.depth, tokens: values)
    scanner = ResumableScanner(
      budget: budget, isStrict: shape != .any, wanted: pointer.isWhole ? shape.form.members : [])
  }

  /// The digest of a whole body, as an outcome has it.
  package static func digest(of body: [UInt8]) -> UInt64 {
    var digest = TextDigest()
    digest.add(body.span)
    return digest.value
  }

  /// Does the work of one turn.
  ///
  /// - Returns: The outcome, once there is one; do not call it again then.
  package mutating func proceed() -> Outcome? {
    var work = Self.workOfTurn
    do throws(Problem) {
      while work > 0 {
        if let outcome = try step(&work) { return outcome }
      }
      return nil
    } catch {
      var problem = error.inWords(of: LocalOrigin(address: address), beginning: firstByte)
      problem.detail.url = address
      return .failure(
        excerpts && problem.kind != .missingData ? problem.quoting(body.isEmpty ? beginning : body) : problem)
    }
  }

  /// The first byte that is no white space; nil for none.
  private var firstByte: UInt8? { body[part].first { $0 > 0x20 } }
}

// MARK: Stages

extension ValueDecoding {
  private mutating func step(_ work: inout Int) throws(Problem) -> Outcome? {
    // A copy of the reference, whose span may be read while the decoding changes.
    let body = body
    let text = body.span.extracting(part)
    switch stage {
    case .digest: return try digest(body.span, text, bytes(of: &work, cheaperBy: 16))
    case .encoding: try check(text, bytes(of: &work, cheaperBy: 8))
    // The names of members are held against one another, unless the shape is any.
    case .syntax: try scan(text, bytes(of: &work, cheaperBy: shape == .any ? 2 : 1))
    case .locating: try locate(text, bytes(of: &work, cheaperBy: 2))
    case .reading: try read(text, bytes(of: &work, cheaperBy: 1))
    case .arranging: return try arrange(bytes(of: &work, cheaperBy: 1), &work)
    }
    return nil
  }

  /// Takes the work of one step, in a stage that does so many times the bytes of the dearest one in its time.
  private func bytes(of work: inout Int, cheaperBy factor: Int) -> Int {
    work -= workOfStep
    return workOfStep * factor
  }

  private mutating func digest(
    _ body: Span<UInt8>, _ text: Span<UInt8>, _ count: Int
  ) throws(Problem) -> Outcome? {
    let end = min(digested + count, body.count)
    digest.add(body.extracting(digested..<end))
    digested = end
    guard digested == body.count else { return nil }
    if digest.value == known { return .unchanged }
    guard shape.isText || text.skippingSpace(from: 0) < text.count else { throw Problem(.missingData) }
    stage = .encoding
    return nil
  }

  private mutating func check(_ text: Span<UInt8>, _ count: Int) throws(Problem) {
    guard let isDone = encoding.check(text, count: count) else { throw .notUTF8 }
    guard isDone else { return }
    guard !shape.isText else { return try begin(text, at: 0, found: []) }
    guard text[text.skippingSpace(from: 0)] != UInt8(ascii: "<") else { throw .webPage }
    stage = .syntax
  }

  private mutating func scan(_ text: Span<UInt8>, _ count: Int) throws(Problem) {
    do throws(JSONScanError) {
      guard try scanner.scan(text, count: count) else { return }
    } catch {
      throw Problem(error, limit: Self.keyOfValues)
    }
    if let refusal = scanner.refusal { throw Problem(refusal) }
    guard pointer.isWhole || search != nil else {
      search = PointerSearch(for: pointer, at: scanner.start)
      stage = .locating
      return
    }
    try begin(text, at: scanner.start, found: scanner.found)
  }

  /// Looks for the part that the pointer leads to, which is scanned once more for the members of its form.
  private mutating func locate(_ text: Span<UInt8>, _ count: Int) throws(Problem) {
    guard let outcome = search?.go(on: text, count: count) else { return }
    guard case .found(let place) = outcome else { throw Problem(.nothing(at: pointer.description)) }
    part = part.lowerBound + place.lowerBound..<part.lowerBound + place.upperBound
    scanner = ResumableScanner(
      budget: JSONBudget(depth: ValueDecoder.budget.depth, tokens: values), isStrict: false,
      wanted: shape.form.members)
    stage = .syntax
  }

  private mutating func begin(_ text: Span<UInt8>, at start: Int, found: [Int?]) throws(Problem) {
    do throws(ShapeFault) {
      form = try shape.form.init(text, at: start, found: found)
    } catch {
      throw problem(of: error)
    }
    stage = .reading
  }

  /// Paths begin at the outermost value, also where a part of it is the resource's.
  private func problem(of fault: ShapeFault) -> Problem { Problem(fault.below(pointer.description)) }

  private mutating func read(_ text: Span<UInt8>, _ count: Int) throws(Problem) {
    let isRead: Bool
    do throws(ShapeFault) {
      isRead = try form?.read(text, count: count) == true
    } catch {
      throw problem(of: error)
    }
    if shape == .lines { try requireFewLines() }
    guard isRead else { return }
    if shape == .fleet, excerpts { beginning = Array(body.prefix(Problem.mostQuotedBytes)) }
    (body, part) = ([], 0..<0)
    stage = .arranging
  }

  private func requireFewLines() throws(Problem) {
    guard let lines = form as? LinesForm, lines.count > values else { return }
    throw .tooManyValues(values, Self.keyOfValues)
  }

  /// - Parameter work: Gets less by what an element took beyond the step.
  private mutating func arrange(_ count: Int, _ work: inout Int) throws(Problem) -> Outcome? {
    do throws(ShapeFault) {
      // An element costs about as much as 32 bytes of reading.
      var elements = max(1, count / 32)
      defer { work += min(0, elements) * 32 }
      guard let text = try form?.arrange(count: &elements) else { return nil }
      form = nil
      return .value(ResourceValue(normalised: text), digest: digest.value)
    } catch {
      throw problem(of: error)
    }
  }
}

extension ResourceShape {
  fileprivate var form: any ValueForm.Type {
    switch self {
    case .fleet: FleetForm.self
    case .menu: MenuForm.self
    case .any: AnyForm.self
    case .text: TextForm.self
    case .lines: LinesForm.self
    }
  }
}
