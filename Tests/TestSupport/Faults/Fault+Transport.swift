// Servers that send no response, or one that is not HTTP.

private let head = "HTTP/1.1 200 OK\r\n"

extension Fault {
  static let connections: [Fault] = [
    .init("a refused connection", .refused, .init(kind: "cannotConnect")),
    .init("a server that does not accept", .full, .init(kind: "timeout", reason: "connect")),
    .init("a name that does not resolve", .noAddress, .init(kind: "hostNotFound")),
  ]

  static let losses: [Fault] = [
    .init("a close before any byte", [], "connectionLost", "empty"),
    .init("a close in the status line", [.send("HTTP/1.1 2")], "connectionLost", "empty"),
    .init("a close in the headers", [.send("\(head)Content-Le")], "connectionLost", "truncated"),
    .init(
      "a close before the empty line", [.send("\(head)Content-Length: 2\r\n")], "connectionLost", "truncated"),
    .init(
      "a close in the body", [.send("\(head)Content-Length: 9\r\n\r\n[1,")], "connectionLost", "truncated"),
    .init(
      "a close before the body", [.send("\(head)Content-Length: 9\r\n\r\n")], "connectionLost", "truncated"),
    .init(
      "a close in a chunk", [.send("\(head)Transfer-Encoding: chunked\r\n\r\n5\r\n[1")], "connectionLost",
      "truncated"),
    .init(
      "a close before the last chunk", [.send("\(head)Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n")],
      "connectionLost", "truncated"),
    .init(
      "a close in the body of an error", [.send("HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\n[1,")],
      "connectionLost", "truncated"),
    .init("a reset before any byte", [.reset], "connectionLost", "reset"),
    .init("a reset in the headers", [.send(head), .reset], "connectionLost", "reset"),
    .init(
      "a reset in the body", [.send("\(head)Content-Length: 9\r\n\r\n[1,"), .reset], "connectionLost", "reset"
    ),
  ]

  static let delays: [Fault] = [
    .init("silence", [.hold], "timeout", "firstByte"),
    .init("silence in the headers", [.send(head), .hold], "timeout", "firstByte"),
    .init(
      "headers in drops", [.send(head), .drip("X: y\r\n", everyMilliseconds: 20)], "timeout", "firstByte"),
    .init(
      "endless patience", [.drip("HTTP/1.1 100 Continue\r\n\r\n", everyMilliseconds: 5)], "timeout",
      "firstByte"),
    .init("silence in the body", [.send("\(head)Content-Length: 9\r\n\r\n[1,"), .hold], "timeout", "body"),
    .init("a body in drops", [.send("\(head)\r\n"), .drip(" ", everyMilliseconds: 20)], "timeout", "body"),
    .init(
      "silence in the body of a redirect",
      [.send("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 9\r\n\r\n"), .hold], "timeout", "body"
    ),
    .init(
      "silence after a redirect",
      .response(["/": Redirect.to("/there"), "/there": [.hold]]), .init(kind: "timeout", reason: "firstByte")),
  ]

  static let nonsense: [Fault] = [
    .init("no HTTP", [.send("hello\r\n\r\n")], "badServerResponse"),
    .init("HTTP of an unknown version", [.send("HTTP/7.3 200 OK\r\n\r\n")], "badServerResponse"),
    .init("a status of letters", [.send("HTTP/1.1 abc OK\r\n\r\n")], "badServerResponse"),
    .init("a length of letters", [.send("\(head)Content-Length: many\r\n\r\n")], "badServerResponse"),
    .init("a negative length", [.send("\(head)Content-Length: -1\r\n\r\n")], "badServerResponse"),
    .init("a header without a colon", [.send("\(head)nonsense\r\n\r\n")], "badServerResponse"),
    .init("a header with a zero byte", [.send("\(head)X: \0\r\n\r\n")], "badServerResponse"),
    .init(
      "chunks without lengths", [.send("\(head)Transfer-Encoding: chunked\r\n\r\nxyz\r\n[1]\r\n")],
      "badServerResponse"),
    .init(
      "a change of protocol", [.send("HTTP/1.1 101 Other\r\nUpgrade: x\r\n\r\n"), .hold], "badServerResponse"),
  ]

  static let excesses: [Fault] = [
    .init("endless headers", [.send(head), .flood("X: y\r\n")], "badServerResponse", limit: 65_536),
    .init("one endless header", [.send("\(head)X: "), .flood("y")], "badServerResponse"),
    .init("an endless body", [.send("\(head)\r\n"), .flood("          ")], "bodyTooLarge", limit: 8 << 20),
    .init(
      "endless chunks", [.send("\(head)Transfer-Encoding: chunked\r\n\r\n"), .flood("5\r\n     \r\n")],
      "bodyTooLarge", limit: 8 << 20),
    .init(
      "a bomb of gzip", [.send("\(head)Content-Encoding: gzip\r\n\r\n"), .send(Gzip.bomb(bytes: 16 << 20))],
      "bodyTooLarge", limit: 8 << 20),
    .init(
      "an endless body of an error",
      .response(["/": [.send("HTTP/1.1 500 No\r\n\r\n"), .flood("          ")]]),
      .init(kind: "serverError", status: 500)),
  ]
}

extension Fault {
  static let redirects: [Fault] = [
    .init(
      "a chain of redirects",
      .response([
        "/": Redirect.to("/a", status: 301), "/a": Redirect.to("b", status: 302),
        "/b": Redirect.to("/c", status: 303), "/c": Redirect.to("./d", status: 307),
        "/d": Redirect.to("?e", status: 308), "/d?e": [Response.ok(menu)],
      ]), nil),
    .init("a redirect to itself", Redirect.to("/"), "tooManyRedirects", limit: 10),
    .init("a redirect to a file", Redirect.to("file:///etc/passwd"), "tooManyRedirects", "refused"),
    .init("a redirect to FTP", Redirect.to("ftp://127.0.0.1/"), "tooManyRedirects", "refused"),
    .init("a redirect to what is no URL", Redirect.to("http://["), "badServerResponse"),
    .init(
      "a redirect without a place", .response(["/": [Response.status(302)]]),
      .init(kind: "unexpectedStatus", status: 302)),
    .init(
      "a redirect to what is not there", .response(["/": Redirect.to("/there")]),
      .init(kind: "notFound", status: 404)),
    .init(
      "a redirect to what is not HTTP",
      .response(["/": Redirect.to("/there"), "/there": [.send("hello\r\n\r\n")]]),
      .init(kind: "badServerResponse")),
  ]
}

private enum Redirect {
  static func to(_ location: String, status: Int = 302) -> [FaultServer.Step] {
    // Without the last word a client may try the old connection again, and libcurl gives up after five of
    // those.
    [Response.status(status, headers: ["Location: \(location)", "Connection: close"])]
  }
}
