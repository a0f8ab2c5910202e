import Testing

@testable import Providers

/// How far an attempt got, by the lines that came.
struct HTTPProgressTests {
  @Test(arguments: [
    ([], TransferProgress.Phase.awaitingHeaders, 0), (["HTTP/1.1 200 OK"], .awaitingHeaders, 200),
    (["HTTP/1.1 200 OK", "X: y"], .awaitingHeaders, 200), (["HTTP/1.1 200 OK", ""], .body, 200),
    (["HTTP/2 404 ", ""], .body, 404), (["HTTP/1.1 100 Continue", ""], .awaitingHeaders, 100),
    (["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", ""], .body, 200),
    (["HTTP/1.1 302 Found", "Location: /", ""], .body, 302),
    // A trailer that looks like a status line is none.
    (["HTTP/1.1 200 OK", "", "HTTP/1.1 500 No"], .body, 200),
    (["HTTP/1.1"], .awaitingHeaders, 0), (["HTTP/1.1 xyz"], .awaitingHeaders, 0),
    (["HTTP/1.1 -02", ""], .awaitingHeaders, 0), (["HTTP/1.1 +20", ""], .awaitingHeaders, 0),
    (["HTTP/1.1 20", ""], .awaitingHeaders, 0),
  ])
  func `the phase follows from the lines`(
    lines: [String], phase: TransferProgress.Phase, status: Int
  ) {
    let progress = progress(after: lines)
    #expect(progress.phase == phase)
    #expect(progress.status == status)
  }

  @Test func `nothing is sent before there is a connection`() {
    #expect(TransferProgress().phase == .connecting)
  }

  @Test func `interim responses count among the headers`() {
    let lines = ["HTTP/1.1 100 Continue", "X: y", "", "HTTP/1.1 200 OK"]
    #expect(progress(after: lines).headerBytes == lines.map { $0.utf8.count + 2 }.reduce(0, +))
  }

  @Test func `a request that is made again begins anew`() {
    var progress = progress(after: ["HTTP/1.1 200 OK", ""])
    progress.requestIsSent()
    #expect(progress == self.progress(after: []))
  }

  private func progress(after lines: [String]) -> TransferProgress {
    var progress = TransferProgress()
    progress.requestIsSent()
    for line in lines { progress.headerLineCame(Array("\(line)\r\n".utf8).span) }
    return progress
  }
}
