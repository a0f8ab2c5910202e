import Glibc

/// A descriptor that is written without ever waiting for its reader.
///
/// What is appended is kept until the descriptor takes it. Its flags are left as they are: a pipe that
/// `poll` calls writable has room for `PIPE_BUF` bytes (pipe(7)), so no more are offered at a time; a socket
/// is told not to wait for this one call.
@LoopActor
package final class OutputStream {
  private let descriptor: CInt
  private let kind: StreamKind
  private var watch: Watch?
  private var pending = OutputQueue()

  /// Called once when the reader is gone, which is seen while nothing is written too.
  package var readerLeft: (@LoopActor () -> Void)?
  /// Called whenever everything was written.
  package var drained: (@LoopActor () -> Void)?

  package init(descriptor: CInt) {
    self.descriptor = descriptor
    kind = StreamKind(descriptor)
  }

  /// Bytes that wait to be written.
  package var backlog: Int { pending.count }
  /// Bytes that were written since the start.
  package private(set) var written = 0

  package func start(on loop: EventLoop) {
    watch = loop.watch(descriptor, for: []) { [weak self] in self?.ready($0) }
  }

  /// Adds bytes, in pieces that follow each other; they leave when the loop's turn is over.
  package func append(_ pieces: [ArraySlice<UInt8>]) {
    guard watch != nil else { return }
    for piece in pieces { pending.append(piece) }
    watch?.events = .writable
  }

  private func ready(_ readiness: Readiness) {
    if !readiness.isDisjoint(with: [.failed, .invalid]) {
      lose()
    } else if readiness.contains(.writable) {
      writeSome()
    } else if readiness.contains(.hungUp) {
      lose()
    }
  }

  private func writeSome() {
    let next = pending.first
    // Other streams than sockets cannot be told not to wait, so they get what surely fits.
    let isUnsure = kind == .pipe || kind == .other
    let offered = isUnsure ? min(next.count, Int(PIPE_BUF)) : next.count
    // SAFETY: the kernel reads `offered` bytes of the slice, which has as many.
    let count = unsafe next.withUnsafeBytes { bytes in
      kind == .socket
        ? unsafe send(descriptor, bytes.baseAddress, offered, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        : unsafe write(descriptor, bytes.baseAddress, offered)
    }
    guard count >= 0 else {
      if errno != EAGAIN && errno != EINTR { lose() }
      return
    }
    pending.removeFirst(count)
    written += count
    if pending.count == 0 {
      watch?.events = []
      drained?()
    }
  }

  /// Nobody reads any more.
  private func lose() {
    close()
    readerLeft?()
  }

  /// Stops for good: what waits is dropped, and so is everything from now on.
  ///
  /// The descriptor stays open, it is its owner's.
  package func close() {
    watch?.cancel()
    watch = nil
    pending = OutputQueue()
  }
}
