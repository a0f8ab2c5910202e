/// How long an HTTP attempt may take and how much it may bring.
package struct HTTPLimits: Hashable, Sendable {
  /// Until the connection stands: the name resolved, TCP and TLS agreed on.
  package var connectTimeout = Duration.seconds(5)
  /// For the whole attempt, redirects included.
  package var attemptTimeout = Duration.seconds(10)
  /// Bytes of a body after it is decompressed, so that a small answer cannot grow into a large one.
  package var bodyBytes = 8 << 20
  /// Bytes of the header section of one answer, its status line and trailers included.
  package var headerBytes = 64 << 10
  /// Redirects that one attempt follows.
  package var maxRedirects = 10

  package init() {}
}
