import Providers
import StatusCore

/// A fetch of `url` with the program's own limits, or with those given.
func fetched(
  _ url: String, limits: HTTPLimits = HTTPLimits(), caFile: String? = nil
) async throws -> Result<SourceReply, Problem> {
  let url = try HTTPURL(url)
  let options = HTTPOptions(userAgent: "statusd/test", limits: limits, caFile: caFile)
  return await fetched { HTTPSource(url, options: options) }
}

extension HTTPLimits {
  /// For attempts that are not to get a connection.
  static var briefConnect: HTTPLimits {
    var limits = HTTPLimits()
    limits.connectTimeout = .milliseconds(150)
    return limits
  }

  /// For attempts that get a connection and then run into the deadline: long enough for a busy machine to get so
  /// far.
  static var briefAttempt: HTTPLimits {
    var limits = HTTPLimits()
    limits.attemptTimeout = .seconds(3)
    return limits
  }
}

/// An answer of HTTP/1.1 that is complete.
func answer(_ status: String, headers: [String] = [], body: String = "") -> String {
  let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
  return lines.map { "\($0)\r\n" }.joined() + "\r\n" + body
}
