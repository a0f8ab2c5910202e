/// How requests are made: what is the same for every attempt of a source.
package struct HTTPOptions: Hashable, Sendable {
  /// `statusd/` and its version.
  package var userAgent: String
  package var limits: HTTPLimits
  /// A PEM file of authorities that are trusted besides the system's; nothing turns checks off.
  package var caFile: String?
  /// Sent to the origin of the source's URL and to no other; they win over statusd's own of the same name.
  package var headers: [HTTPHeader]

  package init(
    userAgent: String, limits: HTTPLimits = HTTPLimits(), caFile: String? = nil, headers: [HTTPHeader] = []
  ) {
    self.userAgent = userAgent
    self.limits = limits
    self.caFile = caFile
    self.headers = headers
  }
}
