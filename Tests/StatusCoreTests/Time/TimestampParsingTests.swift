import Testing

@testable import StatusCore

struct TimestampParsingTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-07-21T12:00:03.000Z", 1_784_635_203_000),
    ("2026-07-21T12:00:03", 1_784_635_203_000),
    ("2026-07-21t14:00:03+02:00", 1_784_635_203_000),
    ("2026-07-21T06:30:03-05:30", 1_784_635_203_000),
    ("2000-02-29T00:00:00Z", 951_782_400_000),
    ("1969-12-31T23:59:59.5Z", -500),
    ("2026-07-21T12:00:03.1239999Z", 1_784_635_203_123),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000),
  ])
  func `a moment as RFC 3339 writes it`(text: String, milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.millisecondsSince1970 == milliseconds)
  }

  @Test(arguments: [
    "", "yesterday", "2026-07-21", "2026-07-21T12:00", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z", "2026-07-21T24:00:00Z", "2026-07-21T12:60:00Z", "2026-07-21T12:00:03.Z",
    "2026-07-21T12:00:03+2:00", "2026-07-21T12:00:03Zz", " 2026-07-21T12:00:03Z", "26-07-21T12:00:03Z",
    "٢٠٢٦-07-21T12:00:03Z",
  ])
  func `anything else is none`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func `every day reads back as it is written`() {
    for day in stride(from: -719_162, through: 2_932_896, by: 97) {
      let moment = Timestamp(millisecondsSince1970: Int64(day) * 86_400_000 + 43_200_123)
      #expect(Timestamp(rfc3339: moment.rfc3339) == moment)
    }
  }
}
