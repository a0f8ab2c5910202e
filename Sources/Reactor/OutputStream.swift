import Glibc

/// A descriptor that is written without ever waiting for its reader.
///
/// What is appended is kept until the descriptor takes it. A write never waits: see ``StreamAccess``.
@LoopActor
package final class OutputStream {
  private let descriptor: CInt
  private let access: StreamAccess
  private var retry: Timer?
  private weak var loop: EventLoop?
  private var watch: Watch?
  private var pending = OutputQueue()

  /// Called once when writing fails for another reason than that the reader has left.
  ///
  /// A full disk is one, a message that is too long for a datagram another. ``onReaderLeft`` follows.
  package var onFailure: (@LoopActor (SystemError) -> Void)?
  /// Called once when nothing can be written any more, which is seen while nothing is written too.
  package var onReaderLeft: (@LoopActor () -> Void)?
  /// Called whenever everything was written.
  package var onDrained: (@LoopActor () -> Void)?

  package init(descriptor: CInt) {
    self.descriptor = descriptor
    access = StreamAccess(descriptor)
  }

  isolated deinit {
    retry?.cancel()
    watch?.cancel()
  }

  /// Bytes that wait to be written.
  package var backlog: Int { pending.count }
  /// Bytes that were written since the start.
  package private(set) var written = 0

  package func start(on loop: EventLoop) {
    self.loop = loop
    watch = loop.watch(descriptor, for: []) { [weak self] in self?.ready($0) }
  }

  /// Adds bytes, which are copied; they leave when the loop's turn is over.
  package func append(_ bytes: Span<UInt8>) {
    guard watch != nil else { return }
    pending.append(bytes)
    writeWhenPossible()
  }

  /// Adds bytes that others may share; few of them are copied all the same.
  package func append(sharing piece: ArraySlice<UInt8>) {
    guard watch != nil else { return }
    pending.append(sharing: piece)
    writeWhenPossible()
  }

  private func writeWhenPossible() {
    if pending.count > 0, retry?.isPending != true { watch?.events = .writable }
  }

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.invalid) {
      fail(EBADF)
    } else if readiness.contains(.failed) {
      lose()
    } else if readiness.contains(.writable) {
      writeSome()
    } else if readiness.contains(.hungUp) {
      lose()
    }
  }

  private func writeSome() {
    // SAFETY: `write` reads at most the slice's bytes.
    let count = unsafe pending.first.withUnsafeBytes { unsafe access.write($0) }
    guard count >= 0 else { return notWritten(errno) }
    pending.removeFirst(count)
    written += count
    if pending.count == 0 {
      watch?.events = []
      onDrained?()
    }
  }

  private func notWritten(_ code: CInt) {
    switch code {
    case EINTR: break
    case EAGAIN, ENOBUFS, ENOMEM: waitABit()
    case EPIPE, ECONNRESET, ECONNREFUSED: lose()
    default: fail(code)
    }
  }

  /// The descriptor is called writable and takes nothing.
  ///
  /// Another writer was faster, a terminal has room for less than a line end takes, or the system has no buffers.
  /// `poll` would say so again at once, and again.
  private func waitABit() {
    watch?.events = []
    retry = loop?.timers.schedule(after: .milliseconds(5)) { [weak self] in
      guard let self, pending.count > 0 else { return }
      watch?.events = .writable
    }
  }

  private func fail(_ code: CInt) {
    onFailure?(SystemError("writing", errno: code))
    lose()
  }

  /// Nobody reads any more.
  private func lose() {
    close()
    onReaderLeft?()
  }

  /// Stops for good: what waits is dropped, and so is everything from now on.
  ///
  /// The descriptor stays open, it is its owner's.
  package func close() {
    retry?.cancel()
    watch?.cancel()
    watch = nil
    pending = OutputQueue()
  }
}
