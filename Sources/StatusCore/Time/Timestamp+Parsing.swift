extension Timestamp {
  /// Reads a moment as RFC 3339 and XML Schema (dateTime) write it: `2026-07-21T12:00:03.5+02:00`.
  ///
  /// Without an offset it is UTC, as GPX has it. Nil for anything else, a date that no calendar has among it;
  /// digits beyond the millisecond are dropped, and a leap second is the first of the next minute.
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

/// Reads a text of digits from left to right.
private struct Digits {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Passes over one of those characters.
  mutating func skip(_ characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  /// Exactly so many digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// What may follow the seconds: a point and digits.
  mutating func milliseconds() -> Int? {
    guard skip(".") else { return 0 }
    let digits = rest.prefix { 0x30...0x39 ~= $0 }
    rest = rest.dropFirst(digits.count)
    let milliseconds = (Array(digits.prefix(3)) + [0x30, 0x30]).prefix(3).reduce(0) {
      $0 * 10 + Int($1 - 0x30)
    }
    return digits.isEmpty ? nil : milliseconds
  }

  /// Minutes east of UTC.
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
  /// nil for a day that is not in the calendar.
  init?(ofCalendar year: Int, _ month: Int, _ day: Int) {
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    self.init(year: year, month: month, day: day)
    // A day that is not there is another's when counted.
    guard CivilDate(daysSince1970: daysSince1970) == self else { return nil }
  }

  /// The inverse of ``init(daysSince1970:)``, by the same reckoning.
  var daysSince1970: Int {
    let yearFromMarch = month > 2 ? year : year - 1
    let era = yearFromMarch.dividedDown(by: 400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
