import StatusCore
import Testing

@testable import Providers

@Suite struct ProblemDetailsDecodingTests {
  private static func details(
    _ body: String, of url: String = "http://host/", headers: [HTTPHeader] = []
  ) throws -> ProblemDetails? {
    ProblemDetails(Array(body.utf8), hiding: Secrets(urls: [try HTTPURL(url)], headers: headers))
  }

  @Test func `every member of RFC 9457 is read`() throws {
    let details = try #require(
      try Self.details(
        #"{"type":"/t","title":"T","status":503,"detail":"D","instance":"/i","balance":30}"#))
    #expect(details.type == "/t" && details.title == "T" && details.status == 503)
    #expect(details.detail == "D" && details.instance == "/i")
  }

  @Test(arguments: [
    (#"{"title":"T","detail":"D"}"#, "D"), (#"{"title":"T"}"#, "T"), (#"{"status":500}"#, nil),
    (#"{"title":"T","detail":7}"#, "T"), (#"{"title":"T","detail":null}"#, "T"),
    (#"{"title":"T","detail":""}"#, "T"), (#"{"title":"T","detail":"  "}"#, "T"),
    ("\u{FEFF}{\"title\":\"T\"}", nil),
  ])
  func `the reason is the detail, else the title`(body: String, reason: String?) throws {
    #expect(try Self.details(body)?.explanation?.english == reason)
  }

  @Test(arguments: [
    "7", #""503""#, "503.5", "99", "1000", "1e99", "[503]", "true",
  ])
  func `a member of a wrong type is left out by itself`(status: String) throws {
    let details = try #require(
      try Self.details(#"{"type":[],"title":"T","status":\#(status),"instance":{}}"#))
    var expected = ProblemDetails()
    expected.title = "T"
    #expect(details == expected)
  }

  @Test(arguments: ["", "{}", "[]", "7", "null", "<html>", #"{"title":"T""#, #"{"other":1}"#, "\u{FF}"])
  func `a body that says nothing is none`(body: String) throws {
    #expect(try Self.details(body) == nil)
  }

  @Test func `a string has at most 500 characters on one line`() throws {
    let long = String(repeating: "x", count: 500)
    #expect(try Self.details(#"{"detail":"\#(long)"}"#)?.detail == long)
    #expect(try Self.details(#"{"detail":"\#(long)y"}"#)?.detail == long.dropLast() + "…")
    #expect(try Self.details(#"{"detail":"a\nb\u202ec"}"#)?.detail == #"a\nb\u{202E}c"#)
  }

  @Test(arguments: [
    "The token s3cret is old.", "Bearer s3cret", "me:pa55", "pa55 of me", "?key=q%20v", "s3cret\u{301}",
  ])
  func `what a server repeats of its request is hidden`(words: String) throws {
    let headers = [HTTPHeader(name: "Authorization", value: "Bearer s3cret")]
    let details = try Self.details(
      #"{"title":"\#(words)","instance":"/\#(words)"}"#, of: "http://me:pa55@host/?key=q%20v",
      headers: headers)
    let shown = "\(details?.title ?? "") \(details?.instance ?? "")"
    #expect(shown.utf8.contains("***".utf8))
    for secret in ["s3cret", "pa55", "q%20v"] { #expect(!shown.utf8.contains(secret.utf8)) }
  }

  @Test func `the scheme of credentials is no secret`() throws {
    let headers = [HTTPHeader(name: "authorization", value: "Bearer s3cret")]
    #expect(
      try Self.details(#"{"title":"Bearer tokens only"}"#, headers: headers)?.title == "Bearer tokens only")
  }
}
