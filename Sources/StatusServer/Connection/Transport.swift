import Glibc
package import Reactor

/// The two descriptors between a connection and its client.
package struct Transport {
  let input: CInt
  let output: CInt
  /// Whether the connection closes them at its end.
  private let isOwned: Bool

  /// The standard streams, which are the process's and stay open.
  package init(_ streams: StandardStreams) {
    (input, output, isOwned) = (streams.input, streams.output, false)
  }

  /// Descriptors that the connection owns, and closes when it ends; a socket is both.
  package init(owning input: CInt, _ output: CInt) {
    (self.input, self.output, isOwned) = (input, output, true)
  }

  /// Closes the descriptors, if they are the connection's; once.
  func close() {
    guard isOwned else { return }
    Glibc.close(input)
    if output != input { Glibc.close(output) }
  }
}
