import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// libcurl that is not there.
struct HTTPLibraryTests {
  @Test func `a missing library names the package to install`() async {
    let problem = await problem(ofLoading: "libnonexistent.so.4")
    #expect(problem?.kind == .sourceMisconfigured)
    #expect(problem?.explanation?.hasSuffix("Install Debian's package libcurl4.") == true)
  }

  @Test func `a library without a function of libcurl names the function`() async {
    let problem = await problem(ofLoading: "libc.so.6")
    #expect(problem?.explanation?.contains("curl_easy_cleanup") == true)
  }

  private func problem(ofLoading soname: String) async -> Problem? {
    EventLoopThread.start()
    return await LoopActor.run {
      do throws(Problem) {
        _ = try CurlLibrary(soname: soname)
        return nil
      } catch {
        return error
      }
    }
  }
}

extension LoopActor {
  fileprivate static func run<Value: Sendable>(_ body: @LoopActor () -> Value) async -> Value {
    await body()
  }
}
