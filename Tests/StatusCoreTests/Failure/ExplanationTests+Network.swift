@testable import StatusCore

// The sentences about connections and responses.

private let server = "example.org:443"

extension ExplanationTests {
  static let connections: [Example] = [
    (.connection(.noAddress(of: "example.org")), "No address is known for example.org."),
    (.connection(.noAddress(of: nil)), "No address is known for the proxy."),
    (
      .connection(.tooManyLookups(besides: "example.org")),
      "example.org was not looked up, because too many other names are being looked up."
    ),
    (
      .connection(.notMade(server: server, cause: "Connection refused")),
      "No connection to example.org:443 could be made (Connection refused)."
    ),
    (
      .connection(.notMade(server: server, cause: nil)), "No connection to example.org:443 could be made."
    ),
    (
      .connection(.proxyStatus(407, server: server)),
      "The proxy on the way to example.org:443 requires a user name and a password (status 407)."
    ),
    (
      .connection(.proxyStatus(502, server: server)),
      "The proxy on the way to example.org:443 responded with status 502."
    ),
    (
      .connection(.proxyClosed(server: server)),
      "The proxy on the way to example.org:443 closed the connection."
    ),
    (
      .connection(.timeout(.connect, server: server)),
      "The connection to example.org:443 took too long to make."
    ),
    (.connection(.timeout(.connect, server: nil)), "The connection to the server took too long to make."),
    (.connection(.timeout(.firstByte, server: nil)), "The server took too long to begin its response."),
    (
      .connection(.timeout(.body, server: server)),
      "example.org:443 took too long to complete its response."
    ),
    (.connection(.lost(.reset, server: server)), "example.org:443 reset the connection."),
    (.connection(.lost(.empty, server: nil)), "The server closed the connection without a response."),
    (
      .connection(.lost(.truncated, server: server)),
      "example.org:443 closed the connection before its response was complete."
    ),
    (
      .connection(.lostInHeaders(server: server)),
      "example.org:443 closed the connection in the middle of the headers."
    ),
    (
      .connection(.tlsFailed(server: server, cause: "wrong version number")),
      "TLS with example.org:443 failed (wrong version number)."
    ),
    (
      .connection(.certificate(.notYetValid, server: server)),
      "The certificate of example.org:443 is not valid yet."
    ),
    (.connection(.certificate(.expired, server: nil)), "The certificate of the server has expired."),
    (
      .connection(.certificate(.selfSigned, server: nil)),
      "The certificate of the server is self-signed, or signed by an unknown authority of its own."
    ),
    (
      .connection(.certificate(.wrongHost, server: nil)), "The certificate of the server is for another name."
    ),
    (
      .connection(.certificate(.untrusted, server: nil)),
      "The certificate of the server is from an authority that this computer does not trust."
    ),
    (
      .connection(.certificateRefused(server: server, cause: "issuer check failed")),
      "The certificate of example.org:443 is not accepted (issuer check failed)."
    ),
    (
      .connection(.clientCertificate(cause: "key values mismatch")),
      "The client certificate or its key cannot be used (key values mismatch)."
    ),
    (
      .connection(.noAuthorities(on: .debian)),
      "This computer has no certificates of authorities, so no server can be trusted."
    ),
    (
      .connection(.namedAuthorities(by: "SSL_CERT_FILE")),
      "The trusted certificates that the variable SSL_CERT_FILE names cannot be read."
    ),
    (.connection(.authorities), "The file of trusted certificates cannot be read or holds none."),
    (
      .connection(.urlNotUnderstood(server: server)),
      "libcurl does not understand the URL of example.org:443."
    ),
    (
      .connection(.failed(code: 27, words: "Out of memory")),
      "The transfer failed with libcurl's error 27: Out of memory."
    ),
    (.connection(.failed(code: 27, words: "")), "The transfer failed with libcurl's error 27."),
  ]

  static let responses: [Example] = [
    (.response(.status(502, server: server)), "example.org:443 responded with status 502."),
    (.response(.status(502, server: nil)), "The server responded with status 502."),
    (
      .response(.gone(server: server)),
      "example.org:443 says that the resource at this address is gone for good."
    ),
    (
      .response(.configuredStatus(404, .missingData, server: server)),
      "example.org:443 responded with status 404, which is configured as missingData."
    ),
    (
      .response(.nothingToConfirm(status: 304)),
      "The server confirms an earlier value (status 304), but there is none."
    ),
    (
      .response(.headersTooLarge(server: server, limit: 300_000)),
      "The headers of example.org:443 exceed 300000 bytes."
    ),
    (
      .response(.headerWithoutEnd(server: server)), "example.org:443 sends a header that does not end."
    ),
    (.response(.bodyTooLarge(server: server, limit: 100)), "example.org:443 sends more than 100 bytes."),
    (.response(.bodyTooLarge(server: nil, limit: 100)), "The server sends more than 100 bytes."),
    (.response(.notHTTP(server: server)), "The response of example.org:443 is not HTTP."),
    (.response(.brokenChunks(server: server)), "example.org:443 sends malformed chunks."),
    (
      .response(.otherProtocol(server: server)),
      "example.org:443 switches to a protocol that was not requested."
    ),
    (
      .response(.badCompression(server: server)), "The response of example.org:443 cannot be decompressed."
    ),
    (.response(.badCompression(server: nil)), "The response of the server cannot be decompressed."),
    (
      .response(.redirectAway(server: server, scheme: "ftp")),
      "example.org:443 redirects away from HTTP, to ftp:."
    ),
    (.response(.redirectAway(server: nil, scheme: nil)), "The server redirects away from HTTP."),
    (
      .response(.redirectWithoutURL(server: server)),
      "example.org:443 redirects to something that is not a URL."
    ),
    (.response(.tooManyRedirects(limit: 10)), "The server redirects more than 10 times."),
    (
      .response(.noEventStream(server: server, .type("text/html"))),
      "example.org:443 sends text/html, not an event stream (text/event-stream)."
    ),
    (
      .response(.noEventStream(server: server, .noType)),
      "example.org:443 does not declare an event stream (text/event-stream)."
    ),
    (
      .response(.noEventStream(server: nil, .other)),
      "The server sends no event stream (text/event-stream)."
    ),
    (
      .response(.noEventStreamBehindStatus(202, server: server)),
      "example.org:443 responded with status 202 and no event stream."
    ),
    (
      .response(.compressedEvents(server: server)),
      "example.org:443 compresses its event stream, which was not asked for."
    ),
    (.response(.noEvents(server: server)), "example.org:443 has no events to send (status 204)."),
    (.response(.eventsEnded(server: server)), "example.org:443 ended its event stream."),
    (
      .response(.eventTooLarge(server: server, limit: 100)),
      "example.org:443 sends an event of more than 100 bytes."
    ),
    (
      .response(.silence(server: server, seconds: 60)), "example.org:443 has sent nothing for 60 seconds."
    ),
    (.response(.problemReported(server: server)), "example.org:443 reports a problem."),
  ]
}
