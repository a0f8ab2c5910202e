/// One GET, before it is made: to whom, and with which headers.
struct HTTPRequest: Hashable {
  let url: HTTPURL
  /// The configured headers; empty for a server that must not see them.
  let headers: [HTTPHeader]
  /// The validators of the kept value; nil where another URL gave them.
  let validators: Validators?

  /// The server may respond with 304.
  var isConditional: Bool { validators != nil }

  /// In the form of libcurl; what is configured stands in place of what would be sent otherwise.
  var headerLines: [String] {
    let own = [HTTPHeader(name: "Accept", value: "application/json")] + conditions
    let left = own.filter { header in !headers.contains { $0.isNamed(header.name) } }
    return (left + headers).compactMap(\.line)
  }

  /// What makes the request conditional (RFC 9110 section 13.1).
  private var conditions: [HTTPHeader] {
    [
      validators?.entityTag.map { HTTPHeader(name: "If-None-Match", value: $0) },
      validators?.lastModified.map { HTTPHeader(name: "If-Modified-Since", value: $0) },
    ].compactMap(\.self)
  }
}
