import TestSupport
import Testing

@testable import Providers

/// A server that takes its time, and what an attempt says whose own is over.
struct HTTPDelay: CustomTestStringConvertible {
  let testDescription: String
  let steps: [FaultServer.Step]
  let reason: String
  let words: String
  /// Everything that comes has come, or enough of it.
  let hasGotSoFar: @Sendable (TransferProgress) -> Bool

  init(
    _ name: String, _ steps: [FaultServer.Step], _ reason: String, to words: String,
    when hasGotSoFar: @escaping @Sendable (TransferProgress) -> Bool
  ) {
    (testDescription, self.steps, self.hasGotSoFar) = (name, steps, hasGotSoFar)
    (self.reason, self.words) = (reason, words)
  }

  private static let head = "HTTP/1.1 200 OK\r\n"

  static let all: [HTTPDelay] = [
    .init("silence", [.hold], "firstByte", to: "begin its response") { $0.phase == .awaitingHeaders },
    .init("silence in the headers", [.send(head), .hold], "firstByte", to: "begin its response") {
      $0.status == 200
    },
    .init(
      "headers in drops", [.send(head), .drip("X: y\r\n", everyMilliseconds: 5)], "firstByte",
      to: "begin its response"
    ) { $0.headerBytes > 30 },
    .init(
      "endless patience", [.drip("HTTP/1.1 100 Continue\r\n\r\n", everyMilliseconds: 1)], "firstByte",
      to: "begin its response"
    ) { $0.status == 100 },
    .init(
      "silence in the body", [.send("\(head)Content-Length: 9\r\n\r\n[1,"), .hold], "body",
      to: "complete its response"
    ) { $0.hasHeaders },
    .init(
      "silence in the body of a redirect",
      [.send("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n"), .hold], "body",
      to: "complete its response"
    ) { $0.hasHeaders },
    .init(
      "a body in drops", [.send("\(head)\r\n"), .drip(" ", everyMilliseconds: 5)], "body",
      to: "complete its response"
    ) { $0.hasHeaders },
  ]
}
