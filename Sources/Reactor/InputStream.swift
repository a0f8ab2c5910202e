import Glibc

/// A descriptor that is read as bytes come: a pipe, a socket, a terminal, a file or /dev/null.
///
/// Its flags are left as they are: O_NONBLOCK belongs to the open file, which the parent shares. A read that
/// follows `poll`'s word that there is something does not wait.
@LoopActor
package final class InputStream {
  /// What one read brought.
  package enum Event {
    case bytes(ArraySlice<UInt8>)
    /// The writer has left while the stream was paused: what it wrote last is still to be read, and then the
    /// end.
    case writerLeft
    /// The end: of the file, or because reading failed.
    case end
  }

  private let descriptor: CInt
  private let kind: StreamKind
  private var watch: Watch?
  /// Makes the watch anew, for a stream that is paused or not; nil before the start and after the end.
  private var makeWatch: (@LoopActor (Bool) -> Watch)?
  private var buffer: [UInt8]

  /// - Parameter capacity: Bytes of one read; 64 KiB are what a pipe holds.
  package init(descriptor: CInt, capacity: Int = 65_536) {
    self.descriptor = descriptor
    kind = StreamKind(descriptor)
    buffer = [UInt8](repeating: 0, count: capacity)
  }

  /// Calls `received` with what comes, until ``Event/end`` or ``close()``.
  package func start(on loop: EventLoop, _ received: @escaping @LoopActor (Event) -> Void) {
    makeWatch = { [weak self, descriptor] isPaused in
      isPaused
        ? loop.watch(descriptor, for: .writerLeft) { _ in self?.writerHasLeft(received) }
        : loop.watch(descriptor, for: .readable) { _ in self?.read(received) }
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

  private func read(_ received: @LoopActor (Event) -> Void) {
    // SAFETY: the kernel writes at most `count` bytes into the array's own storage.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      kind == .socket
        ? unsafe recv(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT))
        : unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    }
    if count > 0 {
      received(.bytes(buffer[..<count]))
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      close()
      received(.end)
    }
  }
}
