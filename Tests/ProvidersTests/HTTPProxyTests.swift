import Glibc
import Providers
import StatusCore
import TestSupport
import Testing

/// What a proxy learns that only passes TLS on (RFC 9110 section 9.3.6).
///
/// libcurl finds its proxy in the environment, which the tests of a process share: each of these has a process
/// of its own.
@Suite(.timeLimit(.minutes(3))) struct HTTPProxyTests {
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
