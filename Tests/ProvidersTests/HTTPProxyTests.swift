import Glibc
import Providers
import StatusCore
import TestSupport
import Testing

/// What a proxy learns that only passes TLS on (RFC 9110 section 9.3.6).
///
/// libcurl finds its proxy in the environment, which the tests of a process share: each of these has a process
/// of its own.
@Suite(.timeLimit(.minutes(10))) struct HTTPProxyTests {
  @Test func `a proxy that connects sees no header of the server's`() async {
    await #expect(processExitsWith: .success) {
      let proxy = FaultServer(inTurn: [[.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")]])
      let problem = try await Self.problem(behind: proxy)
      let request = try #require(proxy.requests.first)
      #expect(request.hasPrefix("CONNECT server.invalid:443 HTTP/1.1\r\n"))
      #expect(!request.contains("hush") && !request.contains("X-Api-Key") && !request.contains("Accept"))
      #expect(problem?.kind == .cannotConnect)
      #expect(
        problem?.explanation == "The proxy on the way to server.invalid:443 responded with status 403.")
    }
  }

  /// libidn, which libcurl has convert names, reads them in the encoding of the locale; a daemon has none.
  @Test func `an international name is asked for in its ASCII form`() async {
    await #expect(processExitsWith: .success) {
      let proxy = FaultServer(inTurn: [
        [
          .send(
            answer(
              "302 There", headers: ["Location: http://STRASSE.b\u{FC}cher.invalid/", "Connection: close"]))
        ],
        [.send(answer("200 OK", body: "[1]"))],
      ])
      EventLoopThread.start()
      unsafe setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      unsafe unsetenv("no_proxy")
      let text = try await fetched("http://me:pass@b\u{FC}cher.invalid:8080/a%20b?c=%C3%BC").text
      #expect(text == "[1]")
      let lines = proxy.requests.compactMap { $0.split(separator: "\r\n").first }
      #expect(
        lines == [
          "GET http://xn--bcher-kva.invalid:8080/a%20b?c=%C3%BC HTTP/1.1",
          "GET http://strasse.xn--bcher-kva.invalid/ HTTP/1.1",
        ])
    }
  }

  @Test func `a name that has no ASCII form is a mistake of the configuration`() async throws {
    let problem = try await fetched("http://a\u{AD}\u{FFFF}b.invalid/").problem
    #expect(problem?.kind == .sourceMisconfigured)
    #expect(problem?.explanation?.hasPrefix("The host of the URL is no valid international name") == true)
  }

  /// What a fetch with a secret header ends with, of a server that only the proxy could know.
  private static func problem(behind proxy: FaultServer) async throws -> Problem? {
    EventLoopThread.start()
    unsafe setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
    // The loop's thread has just said that no proxy is to be used.
    unsafe unsetenv("no_proxy")
    let headers = [
      HTTPHeader(name: "Authorization", value: "Bearer hush"), HTTPHeader(name: "X-Api-Key", value: "hush"),
    ]
    return try await fetched("https://server.invalid/", headers: headers).problem
  }
}
