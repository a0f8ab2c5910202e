import Testing

@testable import StatusCore

@Suite struct CivilDateTests {
  /// Counts the calendar's days one by one, which is slow and plain, over a whole era on either side of 1970.
  @Test func `every day follows the one before by the rules of the Gregorian calendar`() {
    var expected = CivilDate(daysSince1970: -146_097)
    for days in -146_096...146_097 {
      expected = expected.successor
      let date = CivilDate(daysSince1970: days)
      guard date == expected else {
        Issue.record("day \(days) is \(date), not \(expected)")
        return
      }
    }
    #expect(expected == CivilDate(year: 2370, month: 1, day: 1))
  }
}

extension CivilDate {
  fileprivate var successor: CivilDate {
    if day < daysInMonth { return CivilDate(year: year, month: month, day: day + 1) }
    if month < 12 { return CivilDate(year: year, month: month + 1, day: 1) }
    return CivilDate(year: year + 1, month: 1, day: 1)
  }

  private var daysInMonth: Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
