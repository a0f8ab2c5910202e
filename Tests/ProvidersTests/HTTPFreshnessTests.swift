import Testing

@testable import Providers

/// For how long the server says that asking again brings nothing new (RFC 9111 section 4.2).
struct HTTPFreshnessTests {
  @Test(
    arguments: [
      (["max-age=60"], nil, 60), (["max-age=60"], "10", 50), (["max-age=60"], "0", 60),
      (["public, max-age=60"], nil, 60), (["MAX-AGE=60"], nil, 60), ([" max-age = 60 "], nil, 60),
      (["max-age=\"60\""], nil, 60), (["public", "max-age=60"], nil, 60),
      // The first counts.
      (["max-age=60, max-age=5"], nil, 60), (["max-age=60"], "10, 50", 50),
      // What is stale may not be used; until then asking brings nothing.
      (["max-age=60, must-revalidate"], nil, 60), (["max-age=60, private, immutable"], nil, 60),
      // An age that is none is passed over.
      (["max-age=60"], "soon", 60), (["max-age=60"], "-5", 60), (["max-age=60"], "", 60),
      (["max-age=60"], ",30", 60),
      (["max-age=3601"], nil, 3_600), (["max-age=99999999999999999999"], nil, 3_600),
      (["max-age=7200"], "7100", 100), (["max-age=7200"], "60", 3_600),
    ] as [([String], String?, Int)])
  func `an answer is fresh for its max-age less its age, for an hour at most`(
    cacheControl: [String], age: String?, seconds: Int
  ) {
    #expect(Freshness.duration(cacheControl: cacheControl, age: age) == .seconds(seconds))
  }

  @Test(
    arguments: [
      ([], nil), ([""], nil), (["public"], nil), (["max-age"], nil), (["max-age="], nil),
      (["max-age=soon"], nil),
      (["max-age=-1"], nil), (["max-age=1.5"], nil), (["max-age=0"], nil), (["s-maxage=60"], nil),
      (["max-age=60"], "60"), (["max-age=60"], "99999999999999999999"),
      (["no-cache"], nil), (["max-age=60, no-cache"], nil), (["max-age=60", "No-Cache"], nil),
      (["no-store, max-age=60"], nil), (["max-age=60, no-cache=\"Set-Cookie\""], nil),
      (["x-max-age=60"], nil),
    ] as [([String], String?)])
  func `an answer that is stale, may not be kept or does not say is asked for again`(
    cacheControl: [String], age: String?
  ) {
    #expect(Freshness.duration(cacheControl: cacheControl, age: age) == nil)
  }
}
