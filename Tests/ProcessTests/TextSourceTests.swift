import Foundation
import TestSupport
import Testing

/// Shapes `text` and `lines`, and `statuses`, with real sources.
@Suite(.timeLimit(.minutes(10))) struct TextSourceTests {
  private func daemon(_ toml: String, _ options: [String] = []) throws -> (DaemonProcess, TemporaryFile) {
    let file = try TemporaryFile(toml, named: ".toml")
    return (try DaemonProcess(["--config", file.path, "--log-level", "critical"] + options), file)
  }

  private func refresh(_ daemon: DaemonProcess, _ name: String) throws -> TestSupport.Message {
    try daemon.call("refresh", #"{"resource":"\#(name)"}"#)
  }

  @Test func `the output of a command is text`() throws {
    let (daemon, file) = try daemon(
      """
      resources.text = { source = 'command:printf " M a\\n?? b\\n\\n"', shape = "text" }
      resources.lines = { source = 'command:printf " M a\\r\\n?? b\\n"', shape = "lines" }
      resources.none = { source = "command:true", shape = "text" }
      resources.nolines = { source = "command:true", shape = "lines" }
      resources.bytes = { source = 'command:printf "\\344"', shape = "text" }
      resources.failing = { source = "command:false", shape = "text" }
      """)
    defer { withExtendedLifetime(file) {} }
    #expect(try refresh(daemon, "text").result?["value"] as? String == " M a\n?? b")
    #expect(try refresh(daemon, "lines").result?["value"] as? [String] == [" M a", "?? b"])
    #expect(try refresh(daemon, "none").result?["value"] as? String == "")
    #expect(try refresh(daemon, "nolines").result?["value"] as? [String] == [])
    let bytes = try refresh(daemon, "bytes")
    #expect(bytes.kind == "malformedData" && bytes.detail?["reason"] as? String == "utf8")
    #expect(bytes.failure?["recoverySuggestion"] as? String == "Have printf print UTF-8, then try again.")
    #expect(try refresh(daemon, "failing").kind == "commandFailed")
  }

  @Test func `a file, a stream, a server and a scenario give text as well`() throws {
    let empty = try TemporaryFile("")
    let notes = try TemporaryFile("one\ntwo\n")
    let server = FaultServer([
      "/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nline\r\n")],
      "/none": [.send("HTTP/1.1 204 No Content\r\n\r\n")],
      "/events": [
        .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: a\ndata: b\n\n"), .hold,
      ],
    ])
    let (daemon, file) = try daemon(
      """
      resources.file = { source = "file:\(notes.path)", shape = "lines" }
      resources.empty = { source = "file:\(empty.path)", shape = "text" }
      resources.stream = { source = "stream:sh -c 'echo up; sleep 600'", shape = "text" }
      resources.http = { source = "\(server.url("/"))", shape = "text" }
      resources.none = { source = "\(server.url("/none"))", shape = "lines" }
      resources.events = { source = "events+\(server.url("/events"))", shape = "lines" }
      """)
    defer { withExtendedLifetime(file) {} }
    #expect(try refresh(daemon, "file").result?["value"] as? [String] == ["one", "two"])
    #expect(try refresh(daemon, "empty").result?["value"] as? String == "")
    #expect(try refresh(daemon, "stream").result?["value"] as? String == "up")
    #expect(try refresh(daemon, "http").result?["value"] as? String == "line")
    #expect(try refresh(daemon, "none").result?["value"] as? [String] == [])
    #expect(try refresh(daemon, "events").result?["value"] as? [String] == ["a", "b"])
  }

  @Test func `the shape of a resource of the command line comes from a variable`() throws {
    let daemon = try DaemonProcess(
      ["--resource", "git=command:echo M x"], environment: ["STATUSD_RESOURCES_GIT_SHAPE": "text"])
    #expect(try refresh(daemon, "git").result?["value"] as? String == "M x")
  }

  @Test func `a program that prints text is told of the shapes for text`() throws {
    let notes = try TemporaryFile("box\n")
    let daemon = try DaemonProcess([
      "--resource", "git=command:echo M x", "--resource", "notes=file:\(notes.path)", "--log-level",
      "critical",
    ])
    let program = try refresh(daemon, "git")
    #expect(program.kind == "malformedData" && program.detail?["excerpt"] as? String == "M x\\n")
    #expect(
      program.failure?["message"] as? String
        == "echo printed text, not JSON. Set shape = \"text\" to get it as a string, shape = \"lines\" to get an "
        + "array of its lines, or have echo print JSON.")
    let file = try refresh(daemon, "notes")
    #expect(
      file.failure?["message"] as? String
        == "\(notes.path) holds text, not JSON. Set shape = \"text\" to get it as a string, shape = \"lines\" to "
        + "get an array of its lines, or put JSON into the file.")
  }

  @Test func `a person reads text as it is`() throws {
    let file = try TemporaryFile(
      #"resources.git = { source = 'command:printf " M a\n\n?? \033b\n"', shape = "text" }"#, named: ".toml")
    let call = try DaemonProcess([
      "call", "--config", file.path, "--format", "text", "refresh", "resource=git",
    ])
    #expect(try call.output.rest() == " M a\n\n?? \\u{1B}b\n")
  }

  // MARK: Statuses

  @Test func `a status means what the configuration says`() throws {
    let large = String(repeating: "x", count: 100_000)
    let server = FaultServer([
      "/missing": [.send("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno")],
      "/large": [.send("HTTP/1.1 404 Not Found\r\nContent-Length: 100002\r\n\r\n\"\(large)\"")],
    ])
    let (daemon, file) = try daemon(
      """
      [resources.empty]
      source = "\(server.url("/missing"))"
      statuses = { 404 = "empty" }
      [resources.ok]
      source = "\(server.url("/large"))"
      statuses = { 4xx = "empty", 404 = "ok" }
      [resources.kind]
      source = "\(server.url("/missing"))"
      statuses = { 4xx = "serviceUnavailable" }
      retry = { attempts = 2, base = 0 }
      """)
    defer { withExtendedLifetime(file) {} }
    let empty = try refresh(daemon, "empty").result
    #expect(empty?["status"] as? String == "loaded" && empty?["value"] == nil && empty?["failure"] == nil)
    // The body of an error is read up to 64 KiB, that of a value up to its own limit.
    #expect((try refresh(daemon, "ok").result?["value"] as? String)?.utf8.count == 100_000)
    let kind = try refresh(daemon, "kind")
    #expect(kind.kind == "serviceUnavailable" && kind.detail?["status"] as? Int == 404)
    #expect((kind.failure?["attempts"] as? [Any])?.count == 2)
  }

  @Test func `a value that is no more is not restored`() throws {
    let folder = try TemporaryFolder()
    let server = FaultServer(["/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]")]])
    let toml = "resources.x = { source = '\(server.url("/"))', statuses = { 2xx = 'MEANING' } }"
    for (meaning, value) in [("ok", true), ("empty", false)] {
      let (daemon, file) = try daemon(
        toml.replacing("MEANING", with: meaning), ["--store", folder.path("store")])
      #expect((try refresh(daemon, "x").result?["value"] != nil) == value)
      daemon.closeInput()
      #expect(try daemon.wait() == 0)
      withExtendedLifetime(file) {}
    }
    let (last, file) = try daemon(toml.replacing("MEANING", with: "ok"), ["--store", folder.path("store")])
    #expect(try last.call("getState", #"{"resource":"x"}"#).result?["value"] == nil)
    withExtendedLifetime(file) {}
  }
}
