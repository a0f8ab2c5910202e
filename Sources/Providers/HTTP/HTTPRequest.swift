/// One GET, before it is made: to whom, for what, and with which headers.
struct HTTPRequest: Hashable {
  enum Content: Hashable {
    /// A document; with the validators of the one that is kept, unless another URL gave them.
    case document(Validators?)
    /// An event stream, from behind the event of that id; from where the server likes if the id is empty.
    case events(after: String)
  }

  let url: HTTPURL
  /// The configured headers; empty for a server that must not see them.
  let headers: [HTTPHeader]
  let content: Content

  /// The validators that are sent.
  var validators: Validators? {
    if case .document(let validators) = content { validators } else { nil }
  }

  /// The server may respond with 304.
  var isConditional: Bool { validators != nil }

  /// Whether the response may be compressed.
  ///
  /// Not so an event stream: compressors hold events back until a block is full.
  var acceptsCompression: Bool {
    if case .document = content { true } else { false }
  }

  /// Whether it is like most: for a document, with nothing configured and nothing kept.
  var isPlain: Bool { headers.isEmpty && content == .document(nil) }

  /// In the form of libcurl; what is configured stands in place of what would be sent otherwise.
  ///
  /// - Parameters:
  ///   - userAgent: Who asks. libcurl has options for this and the next, but formats what they say twice.
  ///   - encodings: The compressions that can be undone; empty for none.
  func headerLines(from userAgent: String, accepting encodings: String) -> [String] {
    var own = own + [HTTPHeader(name: "User-Agent", value: userAgent)]
    if acceptsCompression, !encodings.isEmpty {
      own.append(HTTPHeader(name: "Accept-Encoding", value: encodings))
    }
    let left = own.filter { header in !headers.contains { $0.isNamed(header.name) } }
    return (left + headers).compactMap(\.line)
  }

  private var own: [HTTPHeader] {
    switch content {
    case .document(let validators):
      [HTTPHeader(name: "Accept", value: "application/json, application/problem+json")]
        + Self.conditions(validators)
    case .events(let id):
      [
        HTTPHeader(name: "Accept", value: "text/event-stream"),
        HTTPHeader(name: "Cache-Control", value: "no-store"),
      ] + (id.isEmpty ? [] : [HTTPHeader(name: "Last-Event-ID", value: id)])
    }
  }

  /// What makes the request conditional (RFC 9110 section 13.1).
  private static func conditions(_ validators: Validators?) -> [HTTPHeader] {
    [
      validators?.entityTag.map { HTTPHeader(name: "If-None-Match", value: $0) },
      validators?.lastModified.map { HTTPHeader(name: "If-Modified-Since", value: $0) },
    ].compactMap(\.self)
  }
}
