import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Something that goes wrong between a server and statusd, and what it is to be called.
struct HTTPFault: CustomTestStringConvertible {
  let testDescription: String
  let steps: [FaultServer.Step]
  let kind: FailureKind
  let reason: String?

  init(_ name: String, _ steps: [FaultServer.Step], _ kind: FailureKind, _ reason: String? = nil) {
    (testDescription, self.steps, self.kind, self.reason) = (name, steps, kind, reason)
  }

  private static let head = "HTTP/1.1 200 OK\r\n"

  static let losses: [HTTPFault] = [
    .init("a close before any byte", [], .connectionLost, "empty"),
    .init("a close in the status line", [.send("HTTP/1.1 2")], .connectionLost, "empty"),
    .init("a close in the headers", [.send("\(head)Content-Le")], .connectionLost, "truncated"),
    .init(
      "a close before the empty line", [.send("\(head)Content-Length: 2\r\n")], .connectionLost, "truncated"),
    .init(
      "a close in the body", [.send("\(head)Content-Length: 9\r\n\r\n[1,")], .connectionLost, "truncated"),
    .init(
      "a close in a chunk", [.send("\(head)Transfer-Encoding: chunked\r\n\r\n5\r\n[1")],
      .connectionLost, "truncated"),
    .init(
      "a close in the body of an error", [.send("HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\n[1,")],
      .connectionLost, "truncated"),
    .init("a reset before any byte", [.reset], .connectionLost, "reset"),
    .init("a reset in the headers", [.send(head), .reset], .connectionLost, "reset"),
    .init(
      "a reset in the body", [.send("\(head)Content-Length: 9\r\n\r\n[1,"), .reset], .connectionLost, "reset"),
  ]

  /// A server that takes its time.
  struct Delay: CustomTestStringConvertible {
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
  }

  static let delays: [Delay] = [
    .init("silence", [.hold], "firstByte", to: "begin its answer") { $0.phase == .awaitingHeaders },
    .init("silence in the headers", [.send(head), .hold], "firstByte", to: "begin its answer") {
      $0.status == 200
    },
    .init(
      "headers in drops", [.send(head), .drip("X: y\r\n", everyMilliseconds: 5)], "firstByte",
      to: "begin its answer"
    ) { $0.headerBytes > 30 },
    .init(
      "endless patience", [.drip("HTTP/1.1 100 Continue\r\n\r\n", everyMilliseconds: 1)], "firstByte",
      to: "begin its answer"
    ) { $0.status == 100 },
    .init(
      "silence in the body", [.send("\(head)Content-Length: 9\r\n\r\n[1,"), .hold], "body",
      to: "complete its answer"
    ) { $0.hasHeaders },
    .init(
      "silence in the body of a redirect",
      [.send("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n"), .hold], "body",
      to: "complete its answer"
    ) { $0.hasHeaders },
    .init(
      "a body in drops", [.send("\(head)\r\n"), .drip(" ", everyMilliseconds: 5)], "body",
      to: "complete its answer"
    ) { $0.hasHeaders },
  ]

  static let nonsense: [HTTPFault] = [
    .init("no HTTP", [.send("hello\r\n\r\n")], .badServerResponse),
    .init("HTTP of an unknown version", [.send("HTTP/7.3 200 OK\r\n\r\n")], .badServerResponse),
    .init("a status of letters", [.send("HTTP/1.1 abc OK\r\n\r\n")], .badServerResponse),
    .init("a length of letters", [.send("\(head)Content-Length: many\r\n\r\n")], .badServerResponse),
    .init("a negative length", [.send("\(head)Content-Length: -1\r\n\r\n")], .badServerResponse),
    .init("a header without a colon", [.send("\(head)nonsense\r\n\r\n")], .badServerResponse),
    .init("a header with a zero byte", [.send("\(head)X: \0\r\n\r\n")], .badServerResponse),
    .init(
      "chunks without lengths", [.send("\(head)Transfer-Encoding: chunked\r\n\r\nxyz\r\n[1]\r\n")],
      .badServerResponse),
    .init(
      "a change of protocol", [.send("HTTP/1.1 101 Other\r\nUpgrade: x\r\n\r\n"), .hold], .badServerResponse),
    .init(
      "no gzip where it was announced",
      [
        .send(answer("200 OK", headers: ["Content-Encoding: gzip"], body: "[1]"))
      ], .malformedData, "compression"),
    .init(
      "an unknown compression",
      [
        .send(answer("200 OK", headers: ["Content-Encoding: zip"], body: "[1]"))
      ], .malformedData, "compression"),
  ]

  static let excesses: [HTTPFault] = [
    .init("endless headers", [.send(head), .flood("X: y\r\n")], .badServerResponse),
    .init("one endless header", [.send("\(head)X: "), .flood("y")], .badServerResponse),
    .init("an endless body", [.send("\(head)\r\n"), .flood("          ")], .bodyTooLarge),
    .init(
      "endless chunks",
      [
        .send("\(head)Transfer-Encoding: chunked\r\n\r\n"), .flood("5\r\n     \r\n"),
      ], .bodyTooLarge),
    .init(
      "an endless body of an error", [.send("HTTP/1.1 500 No\r\n\r\n"), .flood("          ")], .serverError),
  ]

  static let empty: [HTTPFault] = [
    .init("a status 204", [.send("HTTP/1.1 204 No Content\r\n\r\n")], .missingData),
    .init("a body of no bytes", [.send(answer("200 OK"))], .missingData),
    .init("a body of no chunks", [.send("\(head)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")], .missingData),
    .init("an empty body until the close", [.send("\(head)\r\n")], .missingData),
  ]
}
