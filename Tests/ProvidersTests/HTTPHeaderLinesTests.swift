import Testing

@testable import Providers

/// Which headers of a response are taken from its lines.
struct HTTPHeaderLinesTests {
  @Test(
    arguments: [
      ("ETag: \"a\"", "\"a\""), ("etag:\"a\"", "\"a\""), ("ETAG: \t \"a\" \t", "\"a\""),
      ("ETag: a: b", "a: b"),
      ("ETag: \"ü\"", "\"ü\""), ("ETag:", nil), ("ETag: ", nil), ("ETag", nil), ("ETag : \"a\"", nil),
      ("XETag: \"a\"", nil), ("ETa: \"a\"", nil), ("E\u{D}ag: \"a\"", nil), (": \"a\"", nil),
    ] as [(String, String?)])
  func `a header is known by the bytes of its name`(line: String, value: String?) {
    #expect(headers([line]).first(.entityTag) == value)
  }

  @Test func `every header that is used has its name`() {
    let names = [
      "Age", "Cache-Control", "Content-Encoding", "Content-Type", "ETag", "Last-Modified", "Location",
      "Retry-After",
    ]
    let lines = headers(names.map { "\($0): \($0)" })
    #expect(HeaderLines.Name.allCases.map(lines.first) == names)
  }

  @Test func `the first of several counts, and all of those that add up`() {
    let lines = headers(["ETag: a", "Cache-Control: b", "ETag: c", "X: d", "cache-control: e"])
    #expect(lines.first(.entityTag) == "a")
    #expect(lines.all(.cacheControl) == ["b", "e"])
    #expect(headers(["ETag:", "ETag: b"]).first(.entityTag) == nil)
  }

  @Test func `the first sixteen of one name are read`() {
    #expect(headers((1...20).map { "Cache-Control: \($0)" }).all(.cacheControl) == (1...16).map { "\($0)" })
  }

  @Test func `what is not UTF-8 counts as empty`() {
    var lines = HeaderLines()
    lines.take((Array("ETag: \"".utf8) + [0xFF] + Array("\"\r\n".utf8)).span, hasEnded: false)
    #expect(lines.first(.entityTag) == nil)
  }

  @Test(
    arguments: [
      (["ETag: a", "  b"], "a b"), (["ETag: a", "\tb", " c "], "a b c"), (["ETag: a", " "], "a"),
      ([" a"], nil), (["X: a", " ETag: b"], nil), (["ETag: a", "X: b", " c"], "a"),
    ] as [([String], String?)])
  func `a folded line belongs to the header before it`(lines: [String], value: String?) {
    #expect(headers(lines).first(.entityTag) == value)
  }

  @Test func `what an interim response says is not what the response says`() {
    let lines = headers(["HTTP/1.1 103 Early Hints", "ETag: a", "", "HTTP/1.1 200 OK", "Age: 1"])
    #expect(lines.first(.entityTag) == nil)
    #expect(lines.first(.age) == "1")
  }

  @Test func `the end of the headers leaves them`() {
    var lines = headers(["ETag: a"])
    lines.take([0x0D, 0x0A].span, hasEnded: true)
    #expect(lines.first(.entityTag) == "a")
  }

  private func headers(_ lines: [String]) -> HeaderLines {
    var headers = HeaderLines()
    for line in lines { headers.take(Array("\(line)\r\n".utf8).span, hasEnded: false) }
    return headers
  }
}
