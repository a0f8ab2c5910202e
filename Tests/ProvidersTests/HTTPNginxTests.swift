import Providers
import StatusCore
import TestSupport
import Testing

/// A real server, as it comes and goes.
@Suite(.timeLimit(.minutes(10))) struct HTTPNginxTests {
  @Test func `a file is served`() async throws {
    let server = try NginxServer(["menu.json": #"[{"name":"Soup"}]"#])
    #expect(try await fetched(server.url("/menu.json")).text == #"[{"name":"Soup"}]"#)
  }

  @Test func `a missing file is notFound`() async throws {
    let server = try NginxServer([:])
    #expect(try await fetched(server.url("/menu.json")).problem?.kind == .notFound)
  }

  @Test func `a body that is large when decompressed is too large`() async throws {
    // A few kilobytes on the wire: nginx compresses it.
    let server = try NginxServer(["bomb.json": String(repeating: " ", count: 2 << 20)])
    var limits = HTTPLimits.patient
    limits.bodyBytes = 1 << 20
    #expect(try await fetched(server.url("/bomb.json"), limits: limits).problem?.kind == .bodyTooLarge)
  }

  @Test func `a compressed body comes decompressed`() async throws {
    let text = "[" + String(repeating: "1, ", count: 10_000) + "1]"
    let server = try NginxServer(["long.json": text])
    #expect(try await fetched(server.url("/long.json")).text == text)
  }

  @Test func `a server that stopped and started again is reached again`() async throws {
    let server = try NginxServer(["menu.json": "[1]"])
    _ = try await fetched(server.url("/menu.json"))
    server.stop()
    #expect(try await fetched(server.url("/menu.json")).problem?.kind == .cannotConnect)
    try server.start()
    #expect(try await fetched(server.url("/menu.json")).text == "[1]")
  }
}
