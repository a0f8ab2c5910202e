/// How much an HTTP attempt may bring, and how long its connection may take.
///
/// How long the whole attempt may take is its caller's to say: see ``SourceAttempt/expire()``.
package struct HTTPLimits: Hashable, Sendable {
  /// Until a connection stands, for each server on the way: the name resolved, TCP and TLS agreed on.
  package var connectTimeout = Duration.seconds(5)
  /// Bytes of a body after it is decompressed, so that a small answer cannot grow into a large one.
  package var bodyBytes = 8 << 20
  /// Bytes of the header section of one answer, its status line and trailers included.
  package var headerBytes = 64 << 10
  /// Redirects that one attempt follows.
  package var maxRedirects = 10

  package init() {}
}
