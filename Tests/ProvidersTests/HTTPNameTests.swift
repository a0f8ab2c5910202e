import Foundation
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Names of servers, which are looked up here and not by libcurl.
@Suite(.timeLimit(.minutes(10))) struct HTTPNameTests {
  init() {
    EventLoopThread.start()
  }

  /// A name of this machine's in /etc/hosts, beside localhost, which libcurl itself knows.
  private static let name: String? = {
    let text = try? String(contentsOfFile: "/etc/hosts", encoding: .utf8)
    let lines = (text ?? "").split(separator: "\n").map { $0.split { $0.isWhitespace } }
    return lines.first { $0.first == "127.0.0.1" && $0.count > 1 && $0[1] != "localhost" }.map {
      String($0[1])
    }
  }()

  @Test(.enabled(if: name != nil, "this machine has no name of its own in /etc/hosts"))
  func `a server is found by its name`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let url = server.url("/").replacing("127.0.0.1", with: try #require(Self.name))
    #expect(try await fetched(url).get().bodyText == "[1]")
  }

  @Test(.enabled(if: name != nil, "this machine has no name of its own in /etc/hosts"))
  func `a name may be written with percent signs`() async throws {
    let server = FaultServer(["/": [.send(answer("200 OK", body: "[1]"))]])
    let name = try #require(Self.name)
    let escaped = name.utf8.map { "%" + String($0, radix: 16) }.joined()
    #expect(try await fetched(server.url("/").replacing("127.0.0.1", with: escaped)).get().bodyText == "[1]")
    #expect(server.requests.first?.contains("Host: \(name):") == true)
  }

  @Test(arguments: ["%2F", "a%00b", "%FF", "a%20b"])
  func `a name that is none is a mistake of the configuration`(host: String) async throws {
    #expect(try await fetched("http://\(host)/").problem?.kind == .sourceMisconfigured)
  }

  @Test func `a name without an address is not found`() async throws {
    let result = try await fetched("http://\(unknownHost)/")
    let problem = #expect(throws: Problem.self) { try result.get() }
    #expect(problem?.kind == .hostNotFound || problem?.kind == .offline)
  }
}

extension SourceResponse {
  fileprivate var bodyText: String? {
    guard case .body(let bytes) = content else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
