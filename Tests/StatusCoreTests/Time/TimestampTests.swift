import StatusCore
import Testing

/// Milliseconds and what `date -u` says of them.
private let moments: [(Int64, String)] = [
  (0, "1970-01-01T00:00:00.000Z"),
  (1, "1970-01-01T00:00:00.001Z"),
  (-1, "1969-12-31T23:59:59.999Z"),
  (-86_400_000, "1969-12-31T00:00:00.000Z"),
  (-86_400_001, "1969-12-30T23:59:59.999Z"),
  (68_169_599_000, "1972-02-28T23:59:59.000Z"),
  (68_169_600_000, "1972-02-29T00:00:00.000Z"),
  (946_684_799_999, "1999-12-31T23:59:59.999Z"),
  (946_684_800_000, "2000-01-01T00:00:00.000Z"),
  (951_782_400_000, "2000-02-29T00:00:00.000Z"),
  (951_868_800_000, "2000-03-01T00:00:00.000Z"),
  (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
  (1_735_689_599_010, "2024-12-31T23:59:59.010Z"),
  (1_764_547_200_123, "2025-12-01T00:00:00.123Z"),
  (2_147_483_648_000, "2038-01-19T03:14:08.000Z"),
  (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
  (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
  (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
  (-2_203_977_600_000, "1900-02-28T00:00:00.000Z"),
  (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
  (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
]

@Suite struct TimestampTests {
  @Test(arguments: moments)
  func `a moment is written as RFC 3339 in UTC with milliseconds`(milliseconds: Int64, text: String) {
    #expect(Timestamp(millisecondsSince1970: milliseconds).rfc3339 == text)
  }

  @Test(arguments: [
    (Int64.min, "0000-01-01T00:00:00.000Z"),
    (-62_167_219_200_001, "0000-01-01T00:00:00.000Z"),
    (253_402_300_800_000, "9999-12-31T23:59:59.999Z"),
    (Int64.max, "9999-12-31T23:59:59.999Z"),
  ])
  func `a moment that RFC 3339 cannot say is written as the nearest it can`(milliseconds: Int64, text: String)
  {
    #expect(Timestamp(millisecondsSince1970: milliseconds).rfc3339 == text)
  }

  @Test func `the earlier moment comes first`() {
    let moments = [5, -3, 0].map(Timestamp.init(millisecondsSince1970:))
    #expect(moments.sorted().map(\.millisecondsSince1970) == [-3, 0, 5])
  }
}
