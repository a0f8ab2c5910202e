import Foundation
import Glibc
import TestSupport
import Testing

/// `watch`, `wait` and `call` as clients of the daemon that all share.
struct SharedCommandTests {
  /// A file that is watched under the name `temp`.
  private static func source(_ fixture: SharedFixture) throws -> [String] {
    try fixture.folder.save(#"{"celsius":21}"#, as: "temp.json")
    return ["--resource", "temp=file:\(fixture.folder.path("temp.json"))"]
  }

  @Test func `five bars make one request, and see each change`() throws {
    let fixture = try SharedFixture()
    let server = FaultServer(
      inTurn: [1, 2].map { [.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{\"n\":\($0)}")] })
    let words = ["--resource", "n=\(server.url("/"))", "--interval", "86400", "--format", "{value.n}"]
    let bars = try (1...5).map { _ in try fixture.start(["watch", "n", "--shared=only"] + words) }
    func show(_ text: String) throws {
      for bar in bars { while try bar.output.line() != text {} }
    }
    try show("1")
    #expect(server.requests.count == 1)
    #expect(try fixture.daemons().first?["sessions"] as? Int == 5)
    // One more fetches for all.
    let call = try fixture.run(
      ["call", "refresh", "resource=n", "--shared=only", "--pointer", "/value/n"] + words.prefix(2))
    #expect(call.output == "2\n")
    try show("2")
    #expect(server.requests.count == 2)
    for bar in bars { bar.signal(SIGTERM) }
    for bar in bars { #expect(try bar.wait() == 128 + SIGTERM) }
    try fixture.wait(forSessions: 0)
  }

  @Test func `a line is that of a watch of its own, whatever its format`() throws {
    let fixture = try SharedFixture()
    let source = try Self.source(fixture)
    for format in ["plain", "waybar", "i3blocks", "i3bar", "polybar", "tmux", "{value.celsius} {status}"] {
      let words = ["watch", "temp", "--once", "--format", format] + source
      let (shared, own) = (try fixture.run(words + ["--shared=only"]), try fixture.run(words))
      #expect(shared.output == own.output && shared.status == own.status && shared.errors == own.errors)
    }
    let words = ["watch", "location", "--once", "--format"]
    for format in ["plain", "{coordinate.latitude} {status}"] {
      #expect(
        try fixture.run(words + [format, "--shared=only"]).output == fixture.run(words + [format]).output)
    }
  }

  @Test func `a JSON line is the daemon's snapshot`() throws {
    let fixture = try SharedFixture()
    let source = try Self.source(fixture)
    let run = try fixture.run(["watch", "temp", "--once", "--shared=only"] + source)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(json["value"] as? [String: Int] == ["celsius": 21] && json["coalesced"] == nil)
    #expect(run.output.hasSuffix("}}\n"))
  }

  @Test func `a failure over a value stands behind the value`() throws {
    let fixture = try SharedFixture()
    let source = try Self.source(fixture)
    let watch = try fixture.start(
      ["watch", "temp", "--shared=only", "--format", "plain", "--interval", "0.1"] + source)
    while try watch.output.line() != "celsius 21" {}
    try fixture.folder.save("{", as: "temp.json")
    #expect(try watch.output.line() == "celsius 21 (The response cannot be read)")
    try fixture.folder.save(#"{"celsius":22}"#, as: "temp.json")
    #expect(try watch.output.line() == "celsius 22")
  }

  @Test func `a click acts in the daemon`() throws {
    let fixture = try SharedFixture()
    let watch = try fixture.start([
      "watch", "menu", "--shared=only", "--format", "i3blocks", "--text", "{autoPolling.enabled} {status}",
    ])
    func shows(_ text: String) throws {
      while !(try watch.output.line().contains(#""full_text":"\#(text)""#)) {}
    }
    try shows("true loaded")
    try watch.input.write(Array("{\"button\":3}\n".utf8))
    try shows("false loaded")
  }

  @Test func `a failure is that of a call of its own, and so is the status`() throws {
    let fixture = try SharedFixture()
    let words = ["call", "refresh", "--resource", "a=file:/proc/nonexistent", "resource=a"]
    let (shared, own) = (try fixture.run(words + ["--shared=only"]), try fixture.run(words))
    #expect(shared.status == own.status && shared.output == "")
    #expect(shared.errors.contains(#""kind":"fileNotFound""#) && shared.errors.contains(#""attempts":"#))
    let once = ["watch", "a", "--once", "--format", "plain", "--resource", "a=file:/proc/nonexistent"]
    #expect(try fixture.run(once + ["--shared=only"]).status == fixture.run(once).status)
    // Sentences, as on a terminal.
    let text = try fixture.run(words + ["--shared=only", "--format", "text"]).errors
    #expect(text == (try fixture.run(words + ["--format", "text"]).errors))
  }

  @Test func `a wait is met by what another client has fetched`() throws {
    let fixture = try SharedFixture()
    let source = try Self.source(fixture)
    let wait = try fixture.start(
      [
        "wait", "temp", "--shared=only", "--until", "/celsius=22", "--interval", "0.1", "--pointer",
        "/value/celsius",
      ]
        + source)
    try fixture.wait(forSessions: 1)
    try fixture.folder.save(#"{"celsius":22}"#, as: "temp.json")
    #expect(try wait.output.rest() == "22\n")
    #expect(try wait.wait() == 0)
    let late = ["wait", "temp", "--shared=only", "--until", "/celsius=23", "--timeout", "0"] + source
    #expect(try fixture.run(late).status == 124)
  }

  @Test func `a wait for any value ends with it`() throws {
    let fixture = try SharedFixture()
    let source = try Self.source(fixture)
    let run = try fixture.run(
      ["call", "getState", "resource=temp", "--wait", "--shared=only", "--pointer", "/value"] + source)
    #expect(run.output == "{\"celsius\":21}\n" && run.status == 0)
    let missing = [
      "call", "refresh", "resource=a", "--wait", "--shared=only", "--resource", "a=file:/proc/nonexistent",
    ]
    #expect(try fixture.run(missing).status == 66)
  }

  @Test func `when the daemon is gone the status is 70, with a line`() throws {
    let fixture = try SharedFixture()
    let clients = [
      try fixture.start(["watch", "--shared=only", "--format", "plain"]),
      try fixture.start(["wait", "--shared=only", "--until", "/nothing=1"]),
    ]
    // Before its welcome a client would start another daemon in the place of one that is gone.
    _ = try clients[0].output.line()
    let waiting = ["call", "stats", "--shared=only", "--pointer", "/daemon/inFlight"]
    while try fixture.run(waiting).output != "1\n" { sched_yield() }
    kill(try fixture.daemon(), SIGKILL)
    for client in clients {
      #expect(try client.wait() == 70)
      #expect(try client.errors.rest().contains("the daemon is gone; its log is \(fixture.place)"))
    }
  }

  @Test func `what no daemon can do is refused`() throws {
    let fixture = try SharedFixture()
    for words in [
      ["call", "getLocation", "--wait", "--shared"], ["call", "stats", "--format", "prometheus", "--shared"],
      ["watch", "--shared=all"], ["call", "retry", "--shared"], ["watch", "--shared", "nope"],
    ] {
      #expect(try fixture.run(words).status == 64, "\(words)")
    }
  }

  @Test func `--explain says in what two daemons differ, and nothing of what is secret`() throws {
    let fixture = try SharedFixture()
    let file = try TemporaryFile("[resources.a]\nsource = \"http://h/\"\nheaders = { A = \"${TOKEN}\" }\n")
    let clients = try ["first", "second"].map { token in
      try fixture.connect(["--config", file.path], environment: ["TOKEN": token + "-token"])
    }
    for client in clients { _ = try client.call("getState") }
    let run = try fixture.run(
      ["connect", "--explain", "--config", file.path], environment: ["TOKEN": "first-token"])
    #expect(
      run.status == 0 && run.output.contains(" runs: process ")
        && run.output.contains(" is another: process "))
    #expect(run.output.contains("  resources.a.headers.A\n") && run.output.contains("  environment TOKEN\n"))
    #expect(!run.output.contains("-token") && !run.output.contains("environment HOME"))
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.place)
    where name.hasSuffix(".info") {
      let path = fixture.place + "/" + name
      #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("-token"))
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
  }
}
