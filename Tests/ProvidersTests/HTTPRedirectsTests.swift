import Reactor
import TestSupport
import Testing

@testable import Providers

/// The way through redirects, as values.
struct HTTPRedirectsTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test(
    arguments: [
      ("/b", "http://host/b"), ("b", "http://host/b"), ("../b", "http://host/b"),
      ("//other/", "http://other/"),
      ("HTTPS://other", "https://other/"), ("/a b", "http://host/a%20b"), ("/ü", "http://host/%c3%bc"),
      ("http://host:80/", "http://host:80/"), ("b:c", nil),
    ] as [(String, String?)])
  func `a reference leads to a URL`(location: String, next: String?) throws {
    var way = try way(from: "http://host/a")
    #expect(try (step(&way, location) == .go) == (next != nil))
    if let next { #expect(way.url.redacted.lowercased() == next) }
  }

  @LoopActor
  @Test(arguments: [
    ("/b", true), ("http://host/", true), ("http://HOST:80/", true), ("//host/", true),
    ("https://host/", false), ("http://host:8080/", false), ("https://host:80/", false),
    ("http://other/", false), ("http://host.other/", false), ("http://ahost/", false),
    ("http://host@other/", false), ("http://other/@host", false), ("http://other?@host/", false),
    ("http://other#@host/", false), ("http://me@host/", true),
  ])
  func `home is the scheme, host and port of the source`(location: String, isHome: Bool) throws {
    var way = try way(from: "http://host/a")
    _ = try step(&way, location)
    #expect(way.count == 1)
    #expect(way.isAtHome == isHome)
  }

  @LoopActor
  @Test func `who has left home stays away`() throws {
    var way = try way(from: "http://host/a")
    for location in ["http://other/", "http://host/a", "/b"] { _ = try step(&way, location) }
    #expect(way.url.redacted == "http://host/b")
    #expect(!way.isAtHome)
  }

  @LoopActor
  @Test(arguments: [
    ("/b", "http://me:p%40ss@host/b"), ("http://host/", "http://me:p%40ss@host/"),
    ("http://host:80/", "http://me:p%40ss@host:80/"), ("http://you@host/", "http://you@host/"),
    ("http://other/", "http://other/"), ("//other/", "http://other/"), ("https://host/", "https://host/"),
    ("http://host:81/", "http://host:81/"),
  ])
  func `credentials go along within the origin alone`(location: String, next: String) throws {
    var way = try way(from: "http://me:p%40ss@host/a")
    #expect(try step(&way, location) == .go)
    #expect(way.url.text == next)
  }

  @LoopActor
  @Test(arguments: [200, 204, 300, 304, 305, 306, 309, 400, 401])
  func `no other status leads anywhere`(status: Int) throws {
    var way = try way(from: "http://host/a")
    #expect(try step(&way, "/b", status: status) == .stay)
  }

  @LoopActor
  @Test func `a redirect that names no place is none`() throws {
    var way = try way(from: "http://host/a")
    #expect(try step(&way, nil) == .stay)
  }

  @LoopActor
  @Test(arguments: [
    ("file:///etc/passwd", "file"), ("FILE:/etc/passwd", "file"), ("ftp://host/", "ftp"),
    ("mailto:me", "mailto"),
    ("javascript:1", "javascript"), ("data:,[1]", "data"), ("ws://host/", "ws"), ("unix:/run/it", "unix"),
  ])
  func `other schemes are refused`(location: String, scheme: String) throws {
    var way = try way(from: "http://host/a")
    #expect(try step(&way, location) == .refuse(.redirect(scheme: scheme)))
    #expect(way.url.redacted == "http://host/a")
  }

  @LoopActor
  @Test(arguments: ["http://[", "http://", "http://host:0/", "http://host:99999/", "https://a b/"])
  func `what is no URL leads nowhere`(location: String) throws {
    var way = try way(from: "http://host/a")
    #expect(try step(&way, location) == .refuse(.redirectWithoutURL))
  }

  @LoopActor
  @Test func `the third is one too many for two`() throws {
    var way = Redirects(from: try HTTPURL("http://host/"), most: 2)
    #expect(try [0, 1, 2].map { _ in try step(&way, "/") } == [.go, .go, .refuse(.redirects(limit: 2))])
  }

  private func way(from url: String) throws -> Redirects { Redirects(from: try HTTPURL(url), most: 10) }

  @LoopActor
  private func step(_ way: inout Redirects, _ location: String?, status: Int = 302) throws -> Redirects.Step {
    let library = try CurlLibrary.shared()
    return way.responded(status: status, location: location, resolve: library.url(of:from:))
  }
}
