import Providers
import Testing

/// What of a URL may be shown.
struct HTTPURLTests {
  @Test(arguments: [
    ("http://host", "http://host"),
    ("http://host/a/b", "http://host/a/b"),
    ("https://me:pass@host:8443/a", "https://host:8443/a"),
    ("https://token@host/", "https://host/"),
    ("http://me:p@ss@host/", "http://host/"),
    ("http://me:pass@[::1]:80/a?b=c", "http://[::1]:80/a?b=***"),
    ("http://host?token=x", "http://host?token=***"),
    ("http://host/?a=1&b=2", "http://host/?a=***&b=***"),
    ("http://host/?a=1=2", "http://host/?a=***"),
    ("http://host/?a=", "http://host/?a=***"),
    ("http://host/?secret", "http://host/?***"),
    ("http://host/?a=1&&b", "http://host/?a=***&&***"),
    ("http://host/?", "http://host/"),
    ("http://host/?next=http://me:pass@host/", "http://host/?next=***"),
    ("http://host/#access_token=x", "http://host/"),
    ("http://host#me@there", "http://***"),
    ("http://host/a/@me", "http://host/a/@me"), ("http://host/a/@me/a@1", "http://host/***/***@1"),
    ("http://host//me@1", "http://host/***/***@1"),
    // What is left of credentials and of a query that are written wrongly.
    ("http://me/:pass@host/a", "http://***/***@host/a"),
    ("http://me?:pass@host/a?b=c", "http://***?***"),
    ("http://us/er:pass@host/a", "http://***/***@host/a"),
    ("http://us:80/ass@host/a", "http://***/***@host/a"),
    ("http://user/@host/a", "http://***/@host/a"), ("http://us#er:pass@host/a", "http://***"),
    ("http://host/a?to=me@host", "http://host/a?to=***"),
    ("http://host/atoken=c/b;v=1", "http://host/atoken=***/b;v=***"),
    ("http://host/?me:pass@host=1&b=c", "http://host/?***&b=***"),
    // An `@` with a combining mark is an `@` to libcurl, though no Character of its own.
    ("http://me:pass@\u{301}host/", "http://\u{301}host/"),
  ])
  func `credentials, query values and fragments are not shown`(text: String, shown: String) throws {
    #expect(try HTTPURL(text).redacted == shown)
  }

  @Test func `no way of printing a URL shows its credentials`() throws {
    let url = try HTTPURL("http://me:secret@host/?key=secret")
    var dumped = ""
    dump([url], to: &dumped)
    #expect(!"\(url) \(String(reflecting: [url])) \(dumped)".contains("secret"))
  }

  @Test(arguments: [
    ("http://Host", "http://host:80"), ("HTTPS://host/a?b#c", "https://host:443"),
    ("http://me:pass@host:8080/", "http://host:8080"), ("https://[::1]/", "https://[::1]:443"),
    ("http://host:443", "http://host:443"), ("http://host:0080", "http://host:80"),
  ])
  func `the origin is scheme, host and port`(text: String, origin: String) throws {
    #expect(try HTTPURL(text).origin == origin)
  }

  @Test func `messages do not name a host that may be the beginning of credentials`() throws {
    #expect(try HTTPURL("http://us/er:pass@host/").hostAndPort == "***")
    #expect(try HTTPURL("http://me:pass@host/").hostAndPort == "host:80")
  }
}
