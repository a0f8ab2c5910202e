import Foundation
import TestSupport
import Testing

/// What the log says of attempts, and where it goes.
struct LogTests {
  private func log(_ words: String..., lines kind: String) throws -> [[String: String]] {
    let run = try Run(["call"] + words + ["--log-level", "debug", "--log-format", "json"])
    return try run.errors.split(separator: "\n").compactMap { line in
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard event?["message"] as? String == kind else { return nil }
      return event?["metadata"] as? [String: String]
    }
  }

  @Test func `every attempt is a line, without secrets`() throws {
    let server = try NginxServer(
      ["fleet.json": Fixtures.fleet], directives: "location /moved { return 302 /fleet.json; }")
    let url = server.url("/moved?token=s3cret").replacing("http://", with: "http://user:pa55@")
    let attempts = try log("refresh", "--state", url, lines: "attempt")
    #expect(attempts.count == 1)
    #expect(attempts[0]["status"] == "200" && attempts[0]["bytes"] == "\(Fixtures.fleet.utf8.count)")
    #expect(
      attempts[0]["redirects"] == "1" && attempts[0]["outcome"] == "ok" && attempts[0]["attempt"] == "1")
    #expect(attempts[0]["duration"]?.hasSuffix(" s") == true)
    #expect(attempts[0]["url"]?.contains("127.0.0.1:\(server.port)/moved") == true)
    #expect(!attempts.description.contains("s3cret") && !attempts.description.contains("pa55"))
  }

  @Test func `a failed attempt says when it is repeated`() throws {
    let server = try NginxServer([:], directives: "location / { return 503; }")
    let attempts = try log("refresh", "--state", server.url("/x"), lines: "attempt")
    #expect(attempts.map { $0["outcome"] } == .init(repeating: "serviceUnavailable", count: 3))
    #expect(attempts.map { $0["status"] } == ["503", "503", "503"])
    #expect(attempts.map { $0["repeatedAfter"] != nil } == [true, true, false])
  }

  @Test func `a value that is confirmed is a line, and so is the date of each poll`() throws {
    let server = try NginxServer(["fleet.json": Fixtures.fleet])
    let daemon = try DaemonProcess([
      "watch", "--state", server.url("/fleet.json"), "--interval", "0.1", "--log-level", "debug",
    ])
    func line(_ words: [String]) throws {
      while true {
        let line = try daemon.errors.line()
        if words.allSatisfy(line.contains) { return }
      }
    }
    try line(["attempt", "outcome=ok", "status=200"])
    try line(["next poll", "resource=state", "at=20"])
    try line(["attempt", "outcome=\"not modified\"", "status=304"])
  }

  @Test func `a log file is added to, and read by its owner alone`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "statusd-log-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for _ in 0..<2 {
      let run = try Run("call", "refresh", "--state", "file:/proc/nonexistent", "--log-file", path)
      // The error is still the call's, on standard error.
      #expect(run.errors.hasPrefix(#"{"code":1600"#) && run.errors.split(separator: "\n").count == 1)
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.split(separator: "\n").count == 2 && text.contains("kind=fileNotFound"))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a log file that cannot be written ends the start`() throws {
    for path in ["/proc/nonexistent/log", "/"] {
      let run = try Run("--log-file", path)
      #expect(run.errors.contains("--log-file must name a file that can be written") && run.status == 64)
    }
  }
}
