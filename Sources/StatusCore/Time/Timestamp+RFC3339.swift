extension Timestamp {
  /// The moment as RFC 3339 writes it, in UTC and with milliseconds: `2000-01-01T00:00:00.000Z`.
  ///
  /// RFC 3339 has years of four digits, 0000 to 9999; a moment outside them is written as the nearest inside.
  package var rfc3339: String {
    let milliseconds = min(max(millisecondsSince1970, Self.first), Self.last)
    let days = milliseconds.dividedDown(by: Self.millisecondsPerDay)
    let date = CivilDate(daysSince1970: Int(days))
    let timeOfDay = Int(milliseconds - days * Self.millisecondsPerDay)
    let seconds = timeOfDay / 1_000
    let text = [
      padded(date.year, to: 4), "-", padded(date.month, to: 2), "-", padded(date.day, to: 2), "T",
      padded(seconds / 3_600, to: 2), ":", padded(seconds / 60 % 60, to: 2), ":", padded(seconds % 60, to: 2),
      ".", padded(timeOfDay % 1_000, to: 3), "Z",
    ]
    return text.joined()
  }

  private static let millisecondsPerDay: Int64 = 86_400_000
  /// 0000-01-01T00:00:00.000Z.
  private static let first: Int64 = -62_167_219_200_000
  /// 9999-12-31T23:59:59.999Z.
  private static let last: Int64 = 253_402_300_799_999
}

/// `number`, which is not negative, with zeros in front until it has `width` digits.
private func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
