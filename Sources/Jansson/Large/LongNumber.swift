/// A number of many digits, cut to those that count for a double.
///
/// A double, and what is half way between two of them, has 767 significant digits at most (IEEE 754, binary64). So of
/// those behind 800 it counts only whether one is not zero, which a 1 in their place says.
struct LongNumber {
  /// A number of up to so many bytes is read as it is.
  static let shortest = 1_000
  private static let significantDigits = 800
  /// Exponents beyond it are taken for it: no number that fits in memory has a finite value but 0 there.
  private static let largestExponent = 1 << 40

  private var isNegative = false
  /// The digits that count, the first of which is not zero.
  private var digits: [UInt8] = []
  /// The value is 0.d₁d₂… × 10^exponent.
  private var exponent = 0

  /// - Parameter literal: A number that a scanner has passed.
  init(_ literal: Span<UInt8>) {
    isNegative = literal[0] == UInt8(ascii: "-")
    let end = literal.firstIndex(of: UInt8(ascii: "e")) ?? literal.firstIndex(of: UInt8(ascii: "E"))
    let mantissa = literal.extracting((isNegative ? 1 : 0)..<(end ?? literal.count))
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
    let first = mantissa.nextDigit(from: 0)
    guard first < mantissa.count else { return }
    // Zeros behind the point make it smaller, digits before the point larger.
    exponent = first < point ? point - first : point + 1 - first
    let behind = addDigits(of: mantissa, from: first)
    if mantissa.nextDigit(from: behind) < mantissa.count { digits.append(UInt8(ascii: "1")) }
    if let end { exponent += Self.exponent(literal.extracting((end + 1)...)) }
  }

  /// - Returns: The index behind the last digit that was added.
  private mutating func addDigits(of mantissa: Span<UInt8>, from first: Int) -> Int {
    var index = first
    while index < mantissa.count, digits.count < Self.significantDigits {
      if mantissa[index] != UInt8(ascii: ".") { digits.append(mantissa[index]) }
      index += 1
    }
    return index
  }

  private static func exponent(_ text: Span<UInt8>) -> Int {
    var value = 0
    for index in text.indices where 0x30...0x39 ~= text[index] {
      value = min(value * 10 + Int(text[index] & 0xF), largestExponent)
    }
    return text[0] == UInt8(ascii: "-") ? -value : value
  }

  /// The double next to it.
  var value: Double {
    let sign = isNegative ? "-" : ""
    guard !digits.isEmpty else { return isNegative ? -0.0 : 0 }
    return Double("\(sign)0.\(String(decoding: digits, as: UTF8.self))e\(exponent)") ?? .nan
  }
}

extension Span<UInt8> {
  /// The index of the next digit that is not zero; the end of the text if there is none.
  fileprivate func nextDigit(from start: Int) -> Int {
    let zeros = EightBytes(0x3030_3030_3030_3030)
    var index = start
    while index < count {
      if index + 8 <= count, eightBytes(at: index) == zeros {
        index += 8
      } else if self[index] == UInt8(ascii: "0") || self[index] == UInt8(ascii: ".") {
        index += 1
      } else {
        return index
      }
    }
    return count
  }

  /// The index behind digits that go on at `start`.
  func endOfDigits(from start: Int) -> Int {
    var index = start
    while index + 8 <= count, eightBytes(at: index).areDigits { index += 8 }
    while index < count, 0x30...0x39 ~= self[index] { index += 1 }
    return index
  }
}
