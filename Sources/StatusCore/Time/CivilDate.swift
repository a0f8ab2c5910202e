/// A day of the proleptic Gregorian calendar.
struct CivilDate: Hashable {
  let year: Int
  /// 1 to 12.
  let month: Int
  /// 1 to 31.
  let day: Int
}

extension CivilDate {
  /// Makes the date of a day, given as the number of days after 1970-01-01.
  ///
  /// The calendar repeats every 400 years, an *era* of 146,097 days. Here years begin on 1 March, so a leap
  /// day is the last day of its year and every month starts on the same day of each year. The rest is
  /// division:
  ///
  ///     days after 1970-01-01   -719,468     -1           0            11,016       2,932,896
  ///     is                      0000-03-01   1969-12-31   1970-01-01   2000-02-29   9999-12-31
  init(daysSince1970 days: Int) {
    let daysSinceYearZero = days + 719_468
    let era = daysSinceYearZero.dividedDown(by: 146_097)
    let dayOfEra = daysSinceYearZero - era * 146_097
    // Without the leap days (every 4 years, but not every 100, but every 400) each year has 365 days.
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // From March on, each five months have 153 days: 31, 30, 31, 30, 31.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let isNextYear = monthFromMarch >= 10
    year = era * 400 + yearOfEra + (isNextYear ? 1 : 0)
    month = isNextYear ? monthFromMarch - 9 : monthFromMarch + 3
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }
}

extension BinaryInteger {
  /// The quotient, rounded towards negative infinity; `/` rounds towards zero.
  ///
  /// - Parameter divisor: A positive number.
  func dividedDown(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
