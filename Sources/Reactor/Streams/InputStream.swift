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
  private var loop: EventLoop?
  /// nil before the start and after the end.
  private var onEvent: (@LoopActor (Event) -> Void)?
  /// nil before the start.
  private var buffer: ReadBuffer?
  private let capacity: Int

  /// Called once when reading fails for another reason than that the writer has left.
  package var onFailure: (@LoopActor (SystemError) -> Void)?

  /// - Parameters:
  ///   - capacity: Bytes of one read; 64 KiB are what a pipe holds.
  ///   - isOwn: The open file was made by this process and is set to O_NONBLOCK.
  package init(descriptor: CInt, capacity: Int = usualCapacity, isOwn: Bool = false) {
    self.descriptor = descriptor
    self.capacity = capacity
    access = StreamAccess(descriptor, isOwn: isOwn)
  }

  /// What a pipe holds.
  package nonisolated static let usualCapacity = 65_536

  isolated deinit {
    watch?.cancel()
  }

  /// Calls `received` with what comes, until ``Event/end`` or ``close()``.
  package func start(on loop: EventLoop, _ received: @escaping @LoopActor (Event) -> Void) {
    self.loop = loop
    buffer = capacity == Self.usualCapacity ? loop.readBuffer : ReadBuffer(capacity)
    onEvent = received
    isPaused = false
  }

  /// Stops reading for the time being, or goes on.
  package var isPaused: Bool {
    get { isResting }
    set {
      guard newValue != isResting else { return }
      isResting = newValue
      setInterest()
    }
  }

  // Private, because a property that other modules can see is checked for exclusive access wherever it is read.
  private var isResting = true

  private func setInterest() {
    guard onEvent != nil, let loop else { return }
    let events: Readiness = isResting ? .writerLeft : .readable
    if let watch, !watch.isCancelled {
      watch.events = events
    } else {
      // Unowned: the watch ends with this stream.
      watch = loop.watch(descriptor, for: events) { [unowned self] in ready($0) }
    }
  }

  private func ready(_ readiness: Readiness) {
    if isResting {
      // Once, and then the descriptor is left alone: this would be reported over and over.
      watch?.cancel()
      onEvent?(.writerLeft)
    } else {
      read(readiness)
    }
  }

  /// Stops for good; the descriptor stays open, it is the process's.
  package func close() {
    onEvent = nil
    watch?.cancel()
    isPaused = true
  }

  private func read(_ readiness: Readiness) {
    guard let room = buffer else { return }
    // In a variable of this call, which needs no check of exclusive access.
    var buffer = room.take()
    let count = access.read(into: &buffer)
    let code = errno
    room.give(buffer)
    if count > 0 {
      onEvent?(.bytes(buffer[..<count]))
    } else if count == 0 || (code != EAGAIN && code != EINTR) {
      let onEvent = onEvent
      close()
      if count < 0, !hasWriterLeft(code, readiness) { onFailure?(SystemError("reading", errno: code)) }
      onEvent?(.end)
    }
  }

  /// Whether an error says that the writer has gone, and no more.
  private func hasWriterLeft(_ code: CInt, _ readiness: Readiness) -> Bool {
    // A terminal whose other end is closed fails to read, and hangs up.
    code == ECONNRESET || (code == EIO && readiness.contains(.hungUp))
  }
}

/// Memory for one read at a time, which streams share: what was read is taken before the next read.
@LoopActor
final class ReadBuffer {
  private var bytes: [UInt8] = []
  private nonisolated let capacity: Int

  nonisolated init(_ capacity: Int) {
    self.capacity = capacity
  }

  /// The memory; other memory within a read, or when what was read last is still kept.
  func take() -> [UInt8] {
    let taken = bytes
    bytes = []
    return taken.isEmpty ? [UInt8](repeating: 0, count: capacity) : taken
  }

  func give(_ taken: [UInt8]) {
    bytes = taken
  }
}
