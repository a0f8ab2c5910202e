/// What is known of a number by its digits, without arithmetic on doubles that rounds.
private struct Decimal {
  /// All digits, but for the zeros at the end of the fraction; of more than 64 bits the lowest.
  var mantissa: UInt64 = 0
  /// The digits of the mantissa, with the zeros at its beginning.
  var digits = 0
  /// How many digits of the mantissa stand behind the point.
  var scale = 0
  var isNegative = false
  var hasPoint = false
  /// The index behind the last digit that counts.
  var significantEnd = 0
  /// The index behind the last digit before an exponent.
  var end = 0
  /// Whether there is an exponent, which the digits do not tell.
  var hasExponent = false
  /// Whether there are more digits than are looked at.
  var isCut = false
}

extension CanonicalText {
  /// Appends the number that begins at `start`, in the shortest form that reads back the same.
  ///
  /// - Returns: Its value.
  package mutating func number(_ text: Span<UInt8>, at start: Int) -> Double {
    let decimal = Decimal(text, at: start)
    guard let value = decimal.value else {
      let value = text.double(start..<text.endOfLiteral(from: start))
      shortest(value)
      return value
    }
    if decimal.mantissa == 0 {
      append(value.sign == .minus ? "-0.0" : "0")
    } else {
      copy(text, start..<decimal.significantEnd)
    }
    return value
  }

  /// Appends a number by the rules of ``JSONWriter/number(_:)``.
  private mutating func shortest(_ value: Double) {
    var json = JSONWriter()
    json.number(value)
    copy(json.bytes.span, 0..<json.bytes.count)
  }
}

extension Decimal {
  init(_ text: Span<UInt8>, at start: Int) {
    let limit = start + LongNumber.shortest
    let text = text.extracting(0..<min(text.count, limit))
    var index = start
    isNegative = text[start] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    while index < text.count, 0x30...0x39 ~= text[index] {
      add(text[index])
      index += 1
    }
    digits = index - first
    significantEnd = index
    hasPoint = index < text.count && text[index] == UInt8(ascii: ".")
    if hasPoint { addFraction(text, from: &index) }
    hasExponent = index < text.count && text[index] | 0x20 == UInt8(ascii: "e")
    isCut = index == limit
    end = index
  }

  private mutating func addFraction(_ text: Span<UInt8>, from index: inout Int) {
    index += 1
    var zeros = 0
    while index < text.count, 0x30...0x39 ~= text[index] {
      if text[index] == UInt8(ascii: "0") {
        zeros += 1
      } else {
        for _ in 0..<zeros { add(UInt8(ascii: "0")) }
        add(text[index])
        scale += zeros + 1
        digits += zeros + 1
        zeros = 0
        significantEnd = index + 1
      }
      index += 1
    }
  }

  private mutating func add(_ digit: UInt8) {
    mantissa = mantissa &* 10 &+ UInt64(digit & 0xF)
  }

  /// The value, if the significant digits are its shortest form; nil if that is not certain.
  ///
  /// Different numbers of up to 15 digits are different doubles (DBL_DIG), so no shorter one means the same. Mantissa
  /// and power of ten are exact then, and their quotient is rounded once. Below 0.0001 the shortest form has an
  /// exponent.
  var value: Double? {
    guard !hasExponent, !isCut, digits <= Self.digitsOfWord, mantissa < 1_000_000_000_000_000 else {
      return nil
    }
    // As an integer, -0 is 0.
    if mantissa == 0 { return isNegative && hasPoint ? -0.0 : 0 }
    let magnitude = Double(mantissa) / Self.powersOfTen[scale]
    guard magnitude >= 0.000_1 else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// Any number of so many digits has less than 64 bits.
  private static let digitsOfWord = 19

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
  ]
}

extension Span<UInt8> {
  /// The number that begins at `start`, and the index behind it, if it has its shortest form; nil also for another
  /// value, for 0, and where that is not certain.
  package func shortestNumber(at start: Int) -> (value: Double, end: Int)? {
    let decimal = Decimal(self, at: start)
    guard decimal.mantissa != 0, decimal.significantEnd == decimal.end, let value = decimal.value else {
      return nil
    }
    return (value, decimal.end)
  }

  /// The value of a number that a scanner has passed.
  func double(_ number: Range<Int>) -> Double {
    guard number.count <= LongNumber.shortest else { return LongNumber(extracting(number)).value }
    return Double(String(decoding: extracting(number).array, as: UTF8.self)) ?? .nan
  }
}
