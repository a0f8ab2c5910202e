import Glibc
import Providers
import StatusCore
import TestSupport
import Testing

/// What a proxy learns, and what is said of one that does not do what it should.
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
      #expect(request.contains("\r\nUser-Agent: statusd/test\r\n"))
      #expect(problem?.kind == .cannotConnect)
      #expect(
        problem?.explanation?.english
          == "The proxy on the way to server.invalid:443 responded with status 403.")
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
      Self.use(proxy: "http://127.0.0.1:\(proxy.port)")
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
    #expect(
      problem?.explanation?.english.hasPrefix(
        "The host of the URL is not a valid internationalized domain name") == true)
  }

  @Test func `a proxy gets its credentials, and no server does`() async {
    await #expect(processExitsWith: .success) {
      let proxy = ProxyServer(credentials: "me:hush")
      let plain = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
      let secure = try NginxServer(["menu.json": "[2]"], certificate: TestCertificate.valid.server())
      let authority = try TemporaryFile(TestCertificate.authority())
      Self.use(proxy: "http://me:hush@127.0.0.1:\(proxy.port)")
      #expect(try await fetched(plain.url("/")).text == "[1]")
      #expect(try await fetched(secure.url("/menu.json"), caFile: authority.path).text == "[2]")
      #expect(proxy.requests.map { $0.prefix { $0 != " " } } == ["GET", "CONNECT"])
      #expect(plain.requests.allSatisfy { !$0.contains("Authorization") })
    }
  }

  @Test func `a proxy that wants other credentials is named, and they are not`() async {
    await #expect(processExitsWith: .success) {
      let proxy = ProxyServer(credentials: "me:other")
      Self.use(proxy: "http://me:hush@127.0.0.1:\(proxy.port)")
      let plain = try #require(try await fetched("http://server.invalid/").problem)
      let secure = try #require(try await fetched("https://server.invalid/").problem)
      #expect(plain.kind == .unexpectedStatus && plain.detail.status == 407)
      #expect(secure.kind == .cannotConnect)
      for (problem, port) in [(plain, 80), (secure, 443)] {
        #expect(
          problem.explanation?.english
            == "The proxy on the way to server.invalid:\(port) requires a user name and a password (status 407)."
        )
      }
    }
  }

  @Test func `a proxy that closes the connection is named`() async {
    await #expect(processExitsWith: .success) {
      let proxy = FaultServer(inTurn: [[]])
      Self.use(proxy: "http://me:hush@127.0.0.1:\(proxy.port)")
      let problem = try await fetched("https://server.invalid/").problem
      #expect(problem?.kind == .cannotConnect)
      #expect(
        problem?.explanation?.english == "The proxy on the way to server.invalid:443 closed the connection.")
    }
  }

  @Test func `a proxy that is not there is no connection`() async {
    await #expect(processExitsWith: .success) {
      // Taken, and nobody listens.
      let socket = LoopbackSocket(backlog: nil)
      Self.use(proxy: "http://me:hush@127.0.0.1:\(socket.port)")
      for scheme in ["http", "https"] {
        let problem = try await fetched("\(scheme)://server.invalid/").problem
        #expect(problem?.kind == .cannotConnect)
        #expect(problem?.explanation?.english.contains("hush") == false)
      }
      LoopbackSocket.close(socket.descriptor)
    }
  }

  @Test func `a proxy whose name is unknown is named as that`() async {
    await #expect(processExitsWith: .success) {
      Self.use(proxy: "http://me:hush@proxy.invalid:3128")
      let problem = try await fetched("http://127.0.0.1:9/").problem
      #expect(problem?.kind == .hostNotFound || problem?.kind == .offline)
      // Without a network nobody can know.
      let isNamed = problem?.explanation?.english == "No address is known for the proxy."
      #expect(isNamed || problem?.kind == .offline)
    }
  }

  @Test func `NO_PROXY keeps requests from the proxy`() async {
    await #expect(processExitsWith: .success) {
      let proxy = ProxyServer()
      let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
      Self.use(proxy: "http://127.0.0.1:\(proxy.port)")
      for exceptions in ["127.0.0.1", "*", "example.com, 127.0.0.1"] {
        unsafe setenv("NO_PROXY", exceptions, 1)
        let text = try await fetched(server.url("/")).text
        #expect(text == "[1]")
      }
      #expect(proxy.requests.isEmpty)
      unsafe setenv("NO_PROXY", "example.com", 1)
      _ = try await fetched(server.url("/"))
      #expect(proxy.requests.count == 1)
    }
  }

  /// By `socks4:` and `socks5:` the client looks the server's name up, by others the proxy does (RFC 1928 section 5).
  @Test func `the name of a server behind a SOCKS proxy is looked up`() async {
    await #expect(processExitsWith: .success) {
      let proxies: [(scheme: String, greeting: [FaultServer.Step], granted: [UInt8])] = [
        ("socks5", [.awaitBytes, .send([5, 0])], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
        ("socks4", [], [0, 90, 0, 0, 0, 0, 0, 0]),
      ]
      for (scheme, greeting, granted) in proxies {
        let response = FaultServer.Step.send(answer("200 OK", body: "[1]"))
        let proxy = FaultServer(
          onConnect: greeting + [.awaitBytes, .send(granted), .awaitRequest, response])
        Self.use(proxy: "\(scheme)://localhost:\(proxy.port)")
        for host in ["127.0.0.1", "localhost"] {
          let text = try await fetched("http://\(host):9/").text
          #expect(text == "[1]")
        }
        let problem = try await fetched("http://server.invalid/").problem
        #expect(problem?.kind == .hostNotFound || problem?.kind == .offline)
      }
    }
  }

  /// Has all requests of this process go to a proxy.
  private static func use(proxy: String) {
    EventLoopThread.start()
    for scheme in ["http", "https"] { unsafe setenv("\(scheme)_proxy", proxy, 1) }
    // The loop's thread has just said that no proxy is to be used.
    unsafe unsetenv("no_proxy")
  }

  /// What a fetch with a secret header ends with, of a server that only the proxy could know.
  private static func problem(behind proxy: FaultServer) async throws -> Problem? {
    use(proxy: "http://127.0.0.1:\(proxy.port)")
    let headers = [
      HTTPHeader(name: "Authorization", value: "Bearer hush"), HTTPHeader(name: "X-Api-Key", value: "hush"),
    ]
    return try await fetched("https://server.invalid/", headers: headers).problem
  }
}
