import Glibc

/// A descriptor that is written without ever waiting for its reader.
///
/// What is appended is kept until the descriptor takes it. A write never waits: see ``StreamAccess``.
@LoopActor
package final class OutputStream {
  private enum State {
    /// As far as is known there is room: what is appended is written without asking.
    case open
    /// There is no room; the loop says when there is.
    case waiting
    /// The loop said so, and there was none; it would say so again at once, and again.
    case resting
    /// Before the start and after the end.
    case closed
  }

  /// What one ``flush()`` writes at most, so that a reader as fast as the daemon does not keep the loop.
  private static let longestFlush = 1 << 20

  private let descriptor: CInt
  private let access: StreamAccess
  private var state = State.closed
  private var retry: Timer?
  private var loop: EventLoop?
  private var watch: Watch?
  private var hook: LoopHook?
  private let pending: OutputQueue
  /// Marked when output begins to wait, and whenever the loop reports something of the descriptor.
  private var activity: LoopHook?

  /// Called once when writing fails for another reason than that the reader has left.
  ///
  /// A full disk is one, a message that is too long for a datagram another. ``onReaderLeft`` follows.
  package var onFailure: (@LoopActor (SystemError) -> Void)?
  /// Called once when nothing can be written any more, which is seen while nothing is written too.
  package var onReaderLeft: (@LoopActor () -> Void)?
  /// Called whenever everything was written.
  package var onDrained: (@LoopActor () -> Void)? {
    get { drained }
    set { drained = newValue }
  }

  package init(descriptor: CInt) {
    self.descriptor = descriptor
    access = StreamAccess(descriptor)
    pending = OutputQueue(spare: Self.spare, sharing: Self.pieces)
  }

  init(descriptor: CInt, access: StreamAccess) {
    self.descriptor = descriptor
    self.access = access
    pending = OutputQueue(spare: Self.spare, sharing: Self.pieces)
  }

  /// All streams share it: most have nothing to write.
  private static let spare = SpareBlock()
  private static let pieces = SharedPieces()

  /// The memory of what waits in all streams and may be shared among them.
  package static var sharedBytes: Int { pieces.bytes }

  /// Whether that piece waits in a stream already, so that it costs no memory in another.
  package static func keeps(_ piece: ArraySlice<UInt8>) -> Bool { pieces.has(piece) }

  isolated deinit {
    close()
  }

  /// Bytes that wait to be written.
  package var backlog: Int { pending.count }
  /// Those of them that no other stream shares.
  package var ownBacklog: Int { pending.count - pending.sharedCount }
  /// Bytes that were written since the start.
  package var written: Int { sent }

  // Private, because a property that other modules can see is checked for exclusive access wherever it is read, in 65
  // instructions.
  private var sent = 0
  private var drained: (@LoopActor () -> Void)?

  /// - Parameter activity: A hook that is marked when output begins to wait, and whenever the loop reports something of
  ///   the descriptor.
  package func start(on loop: EventLoop, marking activity: LoopHook? = nil) {
    self.loop = loop
    self.activity = activity
    state = .open
    // Unowned: both end with this stream.
    watch = loop.watch(descriptor, for: []) { [unowned self] in ready($0) }
    hook = loop.beforeMarkedLooks { [unowned self] in flush() }
  }

  /// Marks another hook from now on, of a new owner of the stream.
  package func mark(_ activity: LoopHook) {
    self.activity = activity
  }

  /// Adds bytes, which are copied; they leave when the loop's turn is over, or with ``flush()``.
  package func append(_ bytes: Span<UInt8>) {
    guard state != .closed else { return }
    let hadNothing = backlog == 0
    pending.append(bytes)
    if hadNothing { markActivity() }
  }

  /// Adds bytes that others may share; few of them are copied all the same.
  package func append(sharing piece: ArraySlice<UInt8>) {
    guard state != .closed else { return }
    let hadNothing = backlog == 0
    pending.append(sharing: piece)
    if hadNothing { markActivity() }
  }

  /// The first output waits.
  ///
  /// What is added to it needs no mark: either the hooks are still marked, or the loop is going to say when there is room.
  private func markActivity() {
    hook?.mark()
    activity?.mark()
  }

  /// Writes what waits, as far as there is room.
  ///
  /// - Returns: The bytes that still wait.
  @discardableResult
  package func flush() -> Int {
    if backlog > 0, state == .open { writeSome() }
    return backlog
  }

  private func ready(_ readiness: Readiness) {
    activity?.mark()
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
    let end = sent + Self.longestFlush
    var isFirst = true
    while backlog > 0, sent < end {
      let count = unsafe pending.withFirst { unsafe access.write($0) }
      guard count >= 0 else { return notWritten(errno, isFirst: isFirst) }
      pending.removeFirst(count)
      sent += count
      isFirst = false
    }
    guard backlog == 0 else { return become(.waiting) }
    become(.open)
    drained?()
  }

  private func notWritten(_ code: CInt, isFirst: Bool) {
    switch code {
    case EAGAIN where state == .open || !isFirst: become(.waiting)
    // Another writer was faster, a terminal has room for less than a line end takes, or the system has no buffers.
    case EAGAIN, ENOBUFS, ENOMEM: rest()
    case EINTR: become(.waiting)
    case EPIPE, ECONNRESET, ECONNREFUSED: lose()
    default: fail(code)
    }
  }

  private func rest() {
    become(.resting)
    retry = loop?.timers.schedule(after: .milliseconds(5)) { [weak self] in
      guard let self, state == .resting else { return }
      become(.waiting)
    }
  }

  private func become(_ new: State) {
    guard state != new else { return }
    state = new
    watch?.events = new == .waiting ? .writable : []
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
    state = .closed
    retry?.cancel()
    hook?.cancel()
    watch?.cancel()
    pending.removeAll()
  }
}
