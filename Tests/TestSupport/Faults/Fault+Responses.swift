import Glibc

// Servers whose HTTP is right, and what it brings of no use.

enum Response {
  static func ok(_ body: String, headers: [String] = []) -> FaultServer.Step {
    status(200, headers: headers, body: Array(body.utf8))
  }

  /// A response of HTTP/1.1 that is complete.
  static func status(_ status: Int, headers: [String] = [], body: [UInt8] = []) -> FaultServer.Step {
    let lines = ["HTTP/1.1 \(status) Words", "Content-Length: \(body.count)"] + headers
    return .send(Array((lines.map { "\($0)\r\n" }.joined() + "\r\n").utf8) + body)
  }
}

extension Fault {
  private static let kinds: [(status: Int, kind: String)] = [
    (400, "badRequest"), (401, "unauthorized"), (403, "forbidden"), (404, "notFound"), (408, "timeout"),
    (410, "notFound"), (418, "unexpectedStatus"), (425, "unexpectedStatus"), (429, "tooManyRequests"),
    (500, "serverError"), (501, "serverError"), (502, "serverError"), (503, "serviceUnavailable"),
    (504, "serverError"), (505, "serverError"),
  ]
  private static let others: [(status: Int, kind: String)] = [
    (300, "unexpectedStatus"), (304, "unexpectedStatus"), (402, "unexpectedStatus"),
    (407, "unexpectedStatus"),
    (511, "serverError"), (599, "serverError"), (600, "unexpectedStatus"), (999, "unexpectedStatus"),
  ]

  static let statuses: [Fault] =
    (kinds + others).map { status, kind in
      Fault(
        "a status \(status)", .response(["/": [Response.status(status)]]),
        Expectation(kind: kind, status: status)
      )
    } + [
      .init(
        "a bad status with a good body", .response(["/": [Response.status(502, body: Array(menu.utf8))]]),
        .init(kind: "serverError", status: 502)),
      .init(
        "a bad status with a page", .response(["/": [Response.status(404, body: Array("<html>".utf8))]]),
        .init(kind: "notFound", status: 404)),
    ]

  /// Each status with a Retry-After that is too long to be waited out.
  static let waits: [Fault] = kinds.flatMap { status, kind in
    [
      ("in seconds", "40", 40...40), ("by a date", halfAnHourFromNow, 1_200...1_801),
      ("for ever", "99999999999", 3_600...3_600),
    ].map { form, header, after in
      Fault(
        "a status \(status) with Retry-After \(form)",
        .response(["/": [Response.status(status, headers: ["Retry-After: \(header)"])]]),
        Expectation(kind: kind, status: status, after: after))
    }
  }

  /// In the form of RFC 9110 section 5.6.7, seen from when the table is first used.
  private static let halfAnHourFromNow: String = {
    var moment = time(nil) + 1_800
    var parts = unsafe tm()
    unsafe gmtime_r(&moment, &parts)
    var text = [CChar](repeating: 0, count: 64)
    // Tests run in the C locale, whose names are those of HTTP.
    let length = unsafe strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(length).map(UInt8.init), as: UTF8.self)
  }()
}

extension Fault {
  static let contents: [Fault] = [
    .init("a status 204", [.send("HTTP/1.1 204 No Content\r\n\r\n")], "missingData"),
    .init("a body of no bytes", [Response.ok("")], "missingData"),
    .init("a body of white space", [Response.ok(" \r\n\t ")], "missingData"),
    .init(
      "a body of no chunks", [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")],
      "missingData"),
    .init("an empty body until the close", [.send("HTTP/1.1 200 OK\r\n\r\n")], "missingData"),
    .init("a body of nothing compressed", compressed(Gzip.stored("")), "missingData"),
    .init("a page", [Response.ok("<!DOCTYPE html><html></html>")], "malformedData", "html"),
    .init(
      "a page that says it is JSON", [Response.ok("\n<html>", headers: ["Content-Type: application/json"])],
      "malformedData", "html"),
    .init(
      "bytes that are no UTF-8", [Response.status(200, body: [0x22, 0xFF, 0x22])], "malformedData", "utf8"),
    .init(
      "half a surrogate in UTF-8", [Response.status(200, body: [0x22, 0xED, 0xA0, 0x80, 0x22])],
      "malformedData", "utf8"),
    .init(
      "another charset",
      [
        Response.status(
          200, headers: ["Content-Type: application/json; charset=iso-8859-1"],
          body: Array("[\"Caf".utf8) + [0xE9] + Array("\"]".utf8))
      ], "malformedData", "utf8"),
    .init("UTF-16", [Response.status(200, body: [0xFF, 0xFE, 0x5B, 0, 0x5D, 0])], "malformedData", "utf8"),
    .init("no gzip where it was announced", compressed(Array("[1]".utf8)), "malformedData", "compression"),
    .init("gzip with a wrong byte", compressed(spoilt), "malformedData", "compression"),
    .init(
      "an unknown compression", [Response.ok("[1]", headers: ["Content-Encoding: zip"])], "malformedData",
      "compression"),
    // libcurl does not notice that the end is missing.
    .init("gzip cut short", compressed(Array(Gzip.stored(menu).dropLast(20))), "malformedData", "syntax"),
    .init("JSON cut short", [Response.ok(String(menu.dropLast(9)))], "malformedData", "syntax"),
    .init("JSON with something after it", [Response.ok("\(menu) x")], "malformedData", "syntax"),
    .init("two texts of JSON", [Response.ok("\(menu)\n\(menu)")], "malformedData", "syntax"),
    .init("a comma too many", [Response.ok("[1,]")], "malformedData", "syntax"),
    .init("a lone surrogate", [Response.ok(#"["\ud800"]"#)], "malformedData", "syntax"),
    .init("two members of one name", [Response.ok(#"{"items":[],"items":[]}"#)], "malformedData", "syntax"),
    .init(
      "a length that is too short", [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n\(menu)")],
      "malformedData", "syntax"),
  ]

  static let shapes: [Fault] = [
    .init("a number in place of a menu", [Response.ok("7")], "unexpectedShape", path: ""),
    .init("an object without items", [Response.ok("{}")], "unexpectedShape", path: "/items"),
    .init("a name that is a number", [Response.ok(#"[{"name":7}]"#)], "unexpectedShape", path: "/0/name"),
    .init(
      "a second item that lacks its name", [Response.ok("\(menu.dropLast()),{}]")], "unexpectedShape",
      path: "/1/name"),
    .init(
      "arrays within arrays",
      [Response.ok(String(repeating: "[", count: 200) + String(repeating: "]", count: 200))],
      "unexpectedShape", "tooDeep", limit: 124),
    .init(
      "millions of values", [Response.ok("[0" + String(repeating: ",0", count: 2_100_000) + "]")],
      "unexpectedShape", "tooManyValues", limit: 2_000_000),
    .init("a menu", fine: [Response.ok(menu)]),
    .init("a menu until the close", fine: [.send("HTTP/1.1 200 OK\r\n\r\n\(menu)")]),
    .init("a menu of HTTP/1.0", fine: [.send("HTTP/1.0 200 OK\r\n\r\n\(menu)")]),
    .init("lines that end without a carriage return", fine: [.send("HTTP/1.1 200 OK\nX: y\n\n\(menu)")]),
    .init("hints before the response", fine: [.send("HTTP/1.1 103 Early Hints\r\n\r\n"), Response.ok(menu)]),
    .init("a byte order mark", fine: [Response.ok("\u{FEFF}\(menu)")]),
    .init("a page's type", fine: [Response.ok(menu, headers: ["Content-Type: text/html"])]),
    .init("gzip", fine: compressed(Gzip.stored(menu))),
    .init("gzip without its checksum", fine: compressed(Array(Gzip.stored(menu).dropLast(8)))),
  ]

  private static func compressed(_ body: [UInt8]) -> [FaultServer.Step] {
    [Response.status(200, headers: ["Content-Encoding: gzip"], body: body)]
  }

  /// The checksum does not fit.
  private static var spoilt: [UInt8] {
    var bytes = Gzip.stored(menu)
    bytes[20] ^= 1
    return bytes
  }
}
