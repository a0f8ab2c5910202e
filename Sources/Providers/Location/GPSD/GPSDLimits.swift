/// How long to wait for gpsd and its receivers.
package struct GPSDLimits: Hashable, Sendable {
  /// Until a connection stands.
  package var connecting = Duration.seconds(5)
  /// From then until the echo of the request to watch.
  package var handshake = Duration.seconds(3)
  /// Without a receiver, until that is a failure.
  package var noDevice = Duration.seconds(5)
  /// Without a position, until that is a failure.
  package var noFix = Duration.seconds(10)
  /// Without a word from gpsd, until it is asked whether it is still there.
  package var silence = Duration.seconds(15)
  /// For its response to that.
  package var response = Duration.seconds(5)
  /// Before the first reconnection; it doubles up to the longest.
  package var backoff = Duration.seconds(1)
  package var longestBackoff = Duration.seconds(30)
  /// The longest line; gpsd's own are under 11 KiB (GPS_JSON_RESPONSE_MAX).
  package var lineBytes = 65_536

  package init() {}
}
