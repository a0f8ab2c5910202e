extension Explanation {
  /// A response that cannot be used.
  ///
  /// A server is its host and its port; nil where a scenario plays.
  package enum Response: Hashable, Sendable {
    case status(Int, server: String?)
    /// Status 410.
    case gone(server: String?)
    case configuredStatus(Int, FailureKind, server: String)
    /// What is known confirms an earlier value, where there is none.
    case nothingToConfirm(status: Int)

    case headersTooLarge(server: String, limit: Int)
    case headerWithoutEnd(server: String)
    case bodyTooLarge(server: String?, limit: Int)
    case notHTTP(server: String)
    case brokenChunks(server: String)
    case otherProtocol(server: String)
    case badCompression(server: String?)

    /// A redirect to what is neither http nor https.
    case redirectAway(server: String?, scheme: String?)
    case redirectWithoutURL(server: String)
    case tooManyRedirects(limit: Int)

    case noEventStream(server: String?, Sent)
    case noEventStreamBehindStatus(Int, server: String)
    case compressedEvents(server: String)
    case noEvents(server: String)
    case eventsEnded(server: String)
    case eventTooLarge(server: String, limit: Int)
    case silence(server: String, seconds: Int64)
    /// An event `problem` without words of its own.
    case problemReported(server: String)
  }

  /// What came in place of an event stream.
  package enum Sent: Hashable, Sendable {
    case type(String)
    case noType
    /// It is not said what.
    case other
  }
}

extension Explanation.Response {
  var english: String {
    switch self {
    case .status(let status, let server): "\(server.orTheServer) responded with status \(status)."
    case .gone(let server): "\(server.orTheServer) says that the resource at this address is gone for good."
    case .configuredStatus(let status, let kind, let server):
      "\(server) responded with status \(status), which is configured as \(kind.rawValue)."
    case .nothingToConfirm(let status):
      "The server confirms an earlier value (status \(status)), but there is none."
    case .headersTooLarge(let server, let limit): "The headers of \(server) exceed \(limit) bytes."
    case .headerWithoutEnd(let server): "\(server) sends a header that does not end."
    case .bodyTooLarge(let server, let limit): "\(server.orTheServer) sends more than \(limit) bytes."
    case .notHTTP(let server): "The response of \(server) is not HTTP."
    case .brokenChunks(let server): "\(server) sends malformed chunks."
    case .otherProtocol(let server): "\(server) switches to a protocol that was not requested."
    case .badCompression(let server): "The response of \(server ?? "the server") cannot be decompressed."
    case .redirectAway(let server, let scheme):
      "\(server.orTheServer) redirects away from HTTP\(scheme.map { ", to \($0):" } ?? "")."
    case .redirectWithoutURL(let server): "\(server) redirects to something that is not a URL."
    case .tooManyRedirects(let limit): "The server redirects more than \(limit) times."
    case .noEventStream(let server, let sent): "\(server.orTheServer) \(sent.english) (text/event-stream)."
    case .noEventStreamBehindStatus(let status, let server):
      "\(server) responded with status \(status) and no event stream."
    case .compressedEvents(let server): "\(server) compresses its event stream, which was not asked for."
    case .noEvents(let server): "\(server) has no events to send (status 204)."
    case .eventsEnded(let server): "\(server) ended its event stream."
    case .eventTooLarge(let server, let limit): "\(server) sends an event of more than \(limit) bytes."
    case .silence(let server, let seconds): "\(server) has sent nothing for \(seconds) seconds."
    case .problemReported(let server): "\(server) reports a problem."
    }
  }
}

extension Explanation.Sent {
  fileprivate var english: String {
    switch self {
    case .type(let type): "sends \(type), not an event stream"
    case .noType: "does not declare an event stream"
    case .other: "sends no event stream"
    }
  }
}

extension String? {
  /// The subject of a sentence.
  fileprivate var orTheServer: String { self ?? "The server" }
}
