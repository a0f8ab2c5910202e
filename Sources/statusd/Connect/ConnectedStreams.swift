import Glibc
import Reactor

/// What a daemon is handed of the standard streams of this process: the streams themselves, or the ends of a copy.
struct ConnectedStreams {
  /// What the daemon gets: this process's own streams, or the other ends of a copy.
  let handed: (input: CInt, output: CInt)
  /// This process's end of the copy; nil where its own streams are handed over.
  let copy: CInt?

  /// A terminal is never handed over: the daemon is outside of its job control, and would take what is typed for the
  /// shell while this process is in the background.
  ///
  /// - Throws: Where no copy can be made.
  init(_ streams: StandardStreams) throws(SystemError) {
    if isatty(streams.input) == 1 || isatty(streams.output) == 1 {
      let (own, other) = try LocalClient.pair()
      (handed, copy) = ((other, other), own)
    } else {
      (handed, copy) = ((streams.input, streams.output), nil)
    }
  }

  /// Lets go of what the daemon has now.
  func forget() {
    if copy != nil { OwnDescriptor.close(handed.input) }
  }

  /// Lets go of a copy that no daemon has taken.
  func close() {
    forget()
    if let copy { OwnDescriptor.close(copy) }
  }
}
