import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// A fetch of `url` with the program's own limits, or with those given.
func fetched(
  _ url: String, limits: HTTPLimits = .patient, caFile: String? = nil, headers: [HTTPHeader] = []
) async throws -> Result<SourceResponse, Problem> {
  let url = try HTTPURL(url)
  let options = HTTPOptions(userAgent: "statusd/test", limits: limits, caFile: caFile, headers: headers)
  return await fetched { HTTPSource(url, options: options) }
}

extension HTTPLimits {
  /// The loop is shared with other suites, and a connection waits for its turns there.
  static var patient: HTTPLimits {
    var limits = HTTPLimits()
    limits.connectTimeout = .seconds(600)
    return limits
  }
}

extension HTTPOptions {
  static var patient: HTTPOptions { HTTPOptions(userAgent: "statusd/test", limits: .patient) }
}

/// What an attempt says whose time is over as soon as it has got so far.
@LoopActor
func expired(
  _ url: String, when hasGotSoFar: (TransferProgress) -> Bool
) async throws -> Problem {
  let source = HTTPSource(try HTTPURL(url), options: .patient)
  let attempt = source.fetch(SourceRequest()) { _ in }
  let transfer = try #require(attempt as? HTTPAttempt)
  await LoopActor.shared.loop.turns { hasGotSoFar(transfer.progress) }
  return attempt.expire()
}

/// An answer of HTTP/1.1 that is complete.
func answer(_ status: String, headers: [String] = [], body: String = "") -> String {
  let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
  return lines.map { "\($0)\r\n" }.joined() + "\r\n" + body
}

extension HTTPRequest {
  /// With nothing configured and nothing kept.
  init(_ url: HTTPURL) {
    self.init(url: url, headers: [], content: .document(nil))
  }
}
