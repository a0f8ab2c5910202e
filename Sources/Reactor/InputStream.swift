import Glibc

/// A descriptor that is read as bytes come: a pipe, a socket, a terminal, a file or /dev/null.
///
/// A read never waits, not even when another process was faster: see ``StreamAccess``.
@LoopActor
package final class InputStream {
  /// What one read brought.
  package enum Event {
    case bytes(ArraySlice<UInt8>)
    /// The writer has left while the stream was paused: what it wrote last is still to be read, and then the
    /// end.
    case writerLeft
    /// The end: of the file, or because reading failed, which ``onFailure`` has reported before.
    case end
  }

  private let descriptor: CInt
  private let access: StreamAccess
  private var watch: Watch?
  /// Makes the watch anew, for a stream that is paused or not; nil before the start and after the end.
  private var makeWatch: (@LoopActor (Bool) -> Watch)?
  private var buffer: [UInt8]

  /// Called once when reading fails for another reason than that the writer has left.
  package var onFailure: (@LoopActor (SystemError) -> Void)?

  /// - Parameters:
  ///   - capacity: Bytes of one read; 64 KiB are what a pipe holds.
  ///   - isOwn: The open file was made by this process and is set to O_NONBLOCK.
  package init(descriptor: CInt, capacity: Int = 65_536, isOwn: Bool = false) {
    self.descriptor = descriptor
    access = StreamAccess(descriptor, isOwn: isOwn)
    buffer = [UInt8](repeating: 0, count: capacity)
  }

  isolated deinit {
    watch?.cancel()
  }

  /// Calls `received` with what comes, until ``Event/end`` or ``close()``.
  package func start(on loop: EventLoop, _ received: @escaping @LoopActor (Event) -> Void) {
    makeWatch = { [weak self, descriptor] isPaused in
      isPaused
        ? loop.watch(descriptor, for: .writerLeft) { _ in self?.writerHasLeft(received) }
        : loop.watch(descriptor, for: .readable) { self?.read($0, received) }
    }
    isPaused = false
  }

  /// Stops reading for the time being, or goes on.
  package var isPaused = true {
    didSet {
      guard isPaused != oldValue else { return }
      watch?.cancel()
      watch = makeWatch?(isPaused)
    }
  }

  /// A paused stream is watched for this alone, and no longer: `poll` would report it over and over.
  private func writerHasLeft(_ received: @LoopActor (Event) -> Void) {
    watch?.cancel()
    received(.writerLeft)
  }

  /// Stops for good; the descriptor stays open, it is the process's.
  package func close() {
    makeWatch = nil
    watch?.cancel()
    isPaused = true
  }

  private func read(_ readiness: Readiness, _ received: @LoopActor (Event) -> Void) {
    // SAFETY: `read` writes at most `count` bytes into the array's own storage.
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe access.read($0) }
    let code = errno
    if count > 0 {
      received(.bytes(buffer[..<count]))
    } else if count == 0 || (code != EAGAIN && code != EINTR) {
      close()
      if count < 0, !hasWriterLeft(code, readiness) { onFailure?(SystemError("reading", errno: code)) }
      received(.end)
    }
  }

  /// Whether an error says that the writer has gone, and no more.
  private func hasWriterLeft(_ code: CInt, _ readiness: Readiness) -> Bool {
    // A terminal whose other end is closed fails to read, and hangs up.
    code == ECONNRESET || (code == EIO && readiness.contains(.hungUp))
  }
}
