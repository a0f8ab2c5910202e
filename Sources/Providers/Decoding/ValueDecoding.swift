import Jansson
package import StatusCore

/// Makes a resource's value of the bytes of a source, part by part, so that the loop can do other things in between.
///
/// The checks have one order (docs/protocol.md): is there anything, is it UTF-8, is it JSON, has it the shape. Each is
/// a pass over the text, and none makes a tree: what a body takes is its own size and that of its value, and while a
/// value is put in order that of another one in place of the body.
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
    case digest, encoding, syntax, reading, arranging
  }

  /// What is done in one turn of the loop, in bytes of the dearest stage: about 4 ms.
  ///
  /// Bytes and not time, so that a body takes the same turns on every computer.
  private static let workOfTurn = 131_072
  /// What is done before the work is counted again.
  private let workOfStep: Int

  private let shape: ResourceShape
  private let known: UInt64?
  private let address: String
  private let excerpts: Bool
  /// The body; empty once nothing more is read of it.
  private var body: [UInt8]
  /// Where the text begins, behind a byte order mark.
  private let start: Int

  private var stage = Stage.digest
  private var digest = TextDigest()
  private var digested = 0
  private var encoding = ResumableUTF8Check()
  private var scanner: ResumableScanner
  private var form: (any ValueForm)?

  /// - Parameters:
  ///   - known: The digest of a body whose value is kept.
  ///   - values: The most structural tokens (`limits.bodyValues`).
  ///   - address: The source's, for `detail.url`.
  ///   - excerpts: Whether a body that is malformed or has another shape is quoted in `detail.excerpt`.
  ///   - workOfStep: What is done between two looks at the work of the turn.
  package init(
    _ body: [UInt8], as shape: ResourceShape, known: UInt64? = nil, values: Int = ValueDecoder.defaultValues,
    from address: String, excerpts: Bool = true, workOfStep: Int = 16_384
  ) {
    self.workOfStep = workOfStep
    (self.body, self.shape, self.known, self.address, self.excerpts) = (body, shape, known, address, excerpts)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    start = body.starts(with: mark) ? mark.count : 0
    let budget = JSONBudget(depth: ValueDecoder.budget.depth, tokens: values)
    scanner = ResumableScanner(budget: budget, isStrict: shape != .any, wanted: shape.form.members)
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
      var problem = error
      problem.detail.url = address
      return .failure(excerpts && problem.kind != .missingData ? problem.quoting(body) : problem)
    }
  }
}

// MARK: Stages

extension ValueDecoding {
  private mutating func step(_ work: inout Int) throws(Problem) -> Outcome? {
    // A copy of the reference, whose span may be read while the decoding changes.
    let body = body
    let text = body.span.extracting(min(start, body.count)...)
    switch stage {
    case .digest: return try digest(body.span, text, bytes(of: &work, cheaperBy: 16))
    case .encoding: try check(text, bytes(of: &work, cheaperBy: 8))
    case .syntax: try scan(text, bytes(of: &work, cheaperBy: 2))
    case .reading: try read(text, bytes(of: &work, cheaperBy: 1))
    case .arranging: return arrange(bytes(of: &work, cheaperBy: 1))
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
    guard text.skippingSpace(from: 0) < text.count else { throw Problem(.missingData) }
    stage = .encoding
    return nil
  }

  private mutating func check(_ text: Span<UInt8>, _ count: Int) throws(Problem) {
    guard let isDone = encoding.check(text, count: count) else { throw .notUTF8 }
    guard isDone else { return }
    guard text[text.skippingSpace(from: 0)] != UInt8(ascii: "<") else { throw .webPage }
    stage = .syntax
  }

  private mutating func scan(_ text: Span<UInt8>, _ count: Int) throws(Problem) {
    do throws(JSONScanError) {
      guard try scanner.scan(text, count: count) else { return }
    } catch {
      throw Problem(error, limit: "limits.bodyValues")
    }
    if let refusal = scanner.refusal { throw Problem(refusal) }
    do throws(ShapeFault) {
      form = try shape.form.init(text, at: scanner.start, found: scanner.found)
    } catch {
      throw Problem(error)
    }
    stage = .reading
  }

  private mutating func read(_ text: Span<UInt8>, _ count: Int) throws(Problem) {
    do throws(ShapeFault) {
      guard try form?.read(text, count: count) == true else { return }
    } catch {
      throw Problem(error)
    }
    body = []
    stage = .arranging
  }

  private mutating func arrange(_ count: Int) -> Outcome? {
    // An element costs about as much as 32 bytes of reading.
    guard let text = form?.arrange(count: max(1, count / 32)) else { return nil }
    form = nil
    return .value(ResourceValue(normalised: text), digest: digest.value)
  }
}

extension ResourceShape {
  fileprivate var form: any ValueForm.Type {
    switch self {
    case .fleet: FleetForm.self
    case .menu: MenuForm.self
    case .any: AnyForm.self
    }
  }
}
