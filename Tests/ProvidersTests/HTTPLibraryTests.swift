import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// libcurl that is not there.
struct HTTPLibraryTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test func `a missing library has the package to install`() throws {
    let problem = try #require(throws: Problem.self) { try CurlLibrary(soname: "libnonexistent.so.4") }
    #expect(problem.kind == .sourceMisconfigured)
    let package = SystemPart.curl.toInstall(on: .ofThisComputer)
    #expect(problem.explanation?.advice?.english == "Install \(package), then try again.")
  }

  @LoopActor
  @Test func `a library without a function of libcurl names the function`() throws {
    let problem = try #require(throws: Problem.self) { try CurlLibrary(soname: "libc.so.6") }
    #expect(problem.explanation?.english.contains("curl_easy_cleanup") == true)
    #expect(problem.explanation?.advice?.english.hasPrefix("Update libcurl") == true)
  }
}
