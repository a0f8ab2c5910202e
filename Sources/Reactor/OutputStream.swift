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
  private var pending: [UInt8] = []
  /// Bytes of `pending` that are written.
  private var written = 0

  /// Called once when the reader is gone, which is seen while nothing is written too.
  package var readerLeft: (@LoopActor () -> Void)?
  /// Called whenever everything was written.
  package var drained: (@LoopActor () -> Void)?

  package init(descriptor: CInt) {
    self.descriptor = descriptor
    kind = StreamKind(descriptor)
  }

  /// Bytes that wait to be written.
  package var backlog: Int { pending.count - written }

  package func start(on loop: EventLoop) {
    watch = loop.watch(descriptor, for: []) { [weak self] in self?.ready($0) }
  }

  /// Adds bytes through `write`; they leave when the loop's turn is over.
  package func append(_ write: (inout [UInt8]) -> Void) {
    guard watch != nil else { return }
    write(&pending)
    watch?.events = .writable
  }

  private func ready(_ readiness: Readiness) {
    if !readiness.isDisjoint(with: [.failed, .invalid]) {
      close()
    } else if readiness.contains(.writable) {
      writeSome()
    } else if readiness.contains(.hungUp) {
      close()
    }
  }

  private func writeSome() {
    // Other streams than sockets cannot be told not to wait, so they get what surely fits.
    let offered = kind == .pipe || kind == .other ? min(backlog, Int(PIPE_BUF)) : backlog
    // SAFETY: the kernel reads `offered` bytes of the array, which holds as many behind `written`.
    let count = unsafe pending.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.advanced(by: written)
      return kind == .socket
        ? unsafe send(descriptor, start, offered, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        : unsafe write(descriptor, start, offered)
    }
    guard count >= 0 else {
      if errno != EAGAIN && errno != EINTR { close() }
      return
    }
    written += count
    discardWritten()
  }

  private func discardWritten() {
    if backlog == 0 {
      pending.removeAll(keepingCapacity: pending.capacity <= 65_536)
      written = 0
      watch?.events = []
      drained?()
    } else if written > 65_536, written > pending.count / 2 {
      pending.removeSubrange(..<written)
      written = 0
    }
  }

  /// Nobody reads any more: what waits is dropped, and so is everything from now on.
  private func close() {
    watch?.cancel()
    watch = nil
    pending = []
    written = 0
    readerLeft?()
  }
}
