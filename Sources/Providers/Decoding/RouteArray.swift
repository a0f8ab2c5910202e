import StatusCore

/// An array of JSON whose elements are places, each read by itself as soon as it is complete.
///
/// Only the commas and brackets between the elements are looked for here; what stands between them is JSON or it is
/// not.
struct RouteArray {
  private enum State: Hashable {
    case start, elements, end
  }

  private var state = State.start
  private var positions: [Position] = []
  /// The element that has begun, white space included, and where it began in the file.
  private var element: [UInt8] = []
  private var elementStart = 0
  private var offset: Int
  /// Brackets that are open within the element.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// - Parameter offset: Bytes of the file that stand before the array.
  init(at offset: Int) {
    self.offset = offset
  }

  mutating func take(_ piece: [UInt8]) throws(Problem) {
    for byte in piece {
      switch state {
      case .start: try begin(byte)
      case .elements: try add(byte)
      case .end: guard byte <= 0x20 else { throw .noJSON("something follows the array", at: offset) }
      }
      offset += 1
    }
  }

  func finish() throws(Problem) -> [Position] {
    guard state == .end else { throw .noJSON("the array does not end", at: offset) }
    return positions
  }

  private mutating func begin(_ byte: UInt8) throws(Problem) {
    guard byte > 0x20 else { return }
    guard byte == UInt8(ascii: "[") else { throw .noArray }
    state = .elements
    elementStart = offset + 1
  }

  private mutating func add(_ byte: UInt8) throws(Problem) {
    if depth == 0, !isInString, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
      try endElement(isLast: byte == UInt8(ascii: "]"))
      return
    }
    guard element.count < LocationFileLimits.partBytes else {
      throw .overLimit(
        "tooManyValues", LocationFileLimits.partBytes,
        .elementTooLarge(positions.count, limit: LocationFileLimits.partBytes))
    }
    element.append(byte)
    follow(byte)
  }

  private mutating func follow(_ byte: UInt8) {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
    default: break
    }
  }

  private mutating func endElement(isLast: Bool) throws(Problem) {
    let isBlank = element.allSatisfy { $0 <= 0x20 }
    if isLast { state = .end }
    defer {
      element.removeAll(keepingCapacity: true)
      elementStart = offset + 1
    }
    // The array is empty.
    if isBlank, isLast, positions.isEmpty { return }
    guard !isBlank else { throw .noJSON("no value", at: offset) }
    guard positions.count < LocationFileLimits.points else { throw .tooManyPoints }
    let reader = try ValueDecoder.reader(of: element, at: "/\(positions.count)", offset: elementStart)
    positions.append(try Position(reader))
  }
}

extension Position {
  fileprivate init(_ reader: ValueReader) throws(Problem) {
    self.init(try Coordinate(reader))
    altitude = try reader.optional("altitude")?.number(in: Self.altitudes, "an altitude in metres")
  }
}

extension Problem {
  fileprivate static func noJSON(_ found: String, at offset: Int) -> Problem {
    var detail = FailureDetail()
    detail.reason = "syntax"
    return Problem(
      .malformedData, detail: detail, explanation: .data(.syntax(found: found, offset: offset)))
  }

  fileprivate static var noArray: Problem {
    var detail = FailureDetail()
    (detail.path, detail.expected) = ("", "an array")
    return Problem(
      .unexpectedShape, detail: detail,
      explanation: .shape(.other(found: "an object", expected: "an array"), at: ""))
  }
}
