extension Timestamp {
  /// The time in the format of RFC 3339, in UTC with milliseconds: `2000-01-01T00:00:00.000Z`.
  ///
  /// RFC 3339 has years from 0000 to 9999; a time outside that range is written as the nearest one inside it.
  package var rfc3339: String {
    let words = rfc3339Words
    let characters = (0..<24).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64(8 * ($0 % 8))) }
    return String(decoding: characters, as: UTF8.self)
  }

  /// The 24 characters of ``rfc3339``, which are ASCII: eight in each word, the first one lowest.
  package var rfc3339Words: InlineArray<3, UInt64> {
    let milliseconds = min(max(millisecondsSince1970, Self.first), Self.last)
    let days = milliseconds.dividedDown(by: Self.millisecondsPerDay)
    let date = CivilDate(daysSince1970: Int(days))
    let year = UInt32(truncatingIfNeeded: date.year)
    let timeOfDay = UInt32(truncatingIfNeeded: milliseconds - days * Self.millisecondsPerDay)
    let (seconds, fraction) = (timeOfDay / 1_000, timeOfDay % 1_000)
    // "YYYY-MM-", "DDTHH:MM" and ":SS.mmmZ".
    return [
      digits(year / 100, at: 0) | digits(year % 100, at: 2) | character("-", at: 4)
        | digits(UInt32(truncatingIfNeeded: date.month), at: 5) | character("-", at: 7),
      digits(UInt32(truncatingIfNeeded: date.day), at: 0) | character("T", at: 2)
        | digits(seconds / 3_600, at: 3) | character(":", at: 5)
        | digits(seconds / 60 % 60, at: 6),
      character(":", at: 0) | digits(seconds % 60, at: 1) | character(".", at: 3)
        | digits(fraction / 10, at: 4) | character("0", at: 6) | UInt64(fraction % 10) << 48
        | character("Z", at: 7),
    ]
  }

  private static let millisecondsPerDay: Int64 = 86_400_000
  /// 0000-01-01T00:00:00.000Z.
  private static let first: Int64 = -62_167_219_200_000
  /// 9999-12-31T23:59:59.999Z.
  private static let last: Int64 = 253_402_300_799_999
}

extension Timestamp {
  /// The two digits of a number in their places of a word.
  @inline(__always)
  private func digits(_ number: UInt32, at index: UInt64) -> UInt64 {
    let (tens, ones) = number.quotientAndRemainder(dividingBy: 10)
    return (0x3030 | UInt64(tens) | UInt64(ones) << 8) << (8 * index)
  }

  @inline(__always)
  private func character(_ character: Unicode.Scalar, at index: UInt64) -> UInt64 {
    UInt64(UInt8(ascii: character)) << (8 * index)
  }
}

extension Timestamp {
  /// Reads a time in the format of RFC 3339 and XML Schema (dateTime): `2026-07-21T12:00:03.5+02:00`.
  ///
  /// A time without an offset is UTC, as in GPX. Digits after the millisecond are dropped. A leap second
  /// counts as the first second of the next minute. Nil for any other text and for a date that does not
  /// exist.
  package init?(rfc3339 text: String) {
    var digits = Digits(text)
    guard let year = digits.number(4), digits.skip("-"), let month = digits.number(2), digits.skip("-"),
      let day = digits.number(2), digits.skip("Tt"), let hour = digits.number(2), digits.skip(":"),
      let minute = digits.number(2), digits.skip(":"), let second = digits.number(2),
      let date = CivilDate(ofCalendar: year, month, day), hour < 24, minute < 60, second <= 60,
      let fraction = digits.milliseconds(), let offset = digits.minutesOfOffset(), digits.isAtEnd
    else { return nil }
    let minutes = date.daysSince1970 * 1_440 + hour * 60 + minute - offset
    self.init(millisecondsSince1970: Int64((minutes * 60 + second) * 1_000 + fraction))
  }
}

/// Reads digits and separators from left to right.
private struct Digits {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips one character if it is in `characters`.
  ///
  /// - Returns: Whether it was.
  mutating func skip(_ characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads exactly `count` digits; nil if there are fewer.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Reads the optional fraction of the seconds: a point and digits.
  mutating func milliseconds() -> Int? {
    guard skip(".") else { return 0 }
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    rest = rest.dropFirst(digits.count)
    let milliseconds = (Array(digits.prefix(3)) + [0x30, 0x30]).prefix(3).reduce(0) {
      $0 * 10 + Int($1 - 0x30)
    }
    return digits.isEmpty ? nil : milliseconds
  }

  /// Reads the offset, in minutes east of UTC.
  mutating func minutesOfOffset() -> Int? {
    if isAtEnd || skip("Zz") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+-"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
    else {
      return nil
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}

extension CivilDate {
  /// Makes a date; nil for one that does not exist.
  init?(ofCalendar year: Int, _ month: Int, _ day: Int) {
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    self.init(year: year, month: month, day: day)
    // Converting a date that does not exist to a day and back gives another date.
    guard CivilDate(daysSince1970: daysSince1970) == self else { return nil }
  }

  /// The number of days after 1970-01-01: the inverse of ``init(daysSince1970:)``.
  var daysSince1970: Int {
    let yearFromMarch = month > 2 ? year : year - 1
    let era = yearFromMarch.dividedDown(by: 400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
