import CLinux
import DequeModule
import Glibc
import Synchronization

/// Writes lines to a descriptor from a thread of its own, so that a reader who does not read blocks nobody.
///
/// Between the two stands a bounded queue: what does not fit is dropped and counted, and the count is told
/// as soon as there is room. The thread is made with the first line.
package final class LineWriter: Sendable {
  private struct Queue {
    var lines: Deque<[UInt8]> = []
    /// Since the start, and since the reader was last told.
    var (dropped, untold) = (0, 0)
    var isWriting = false
    var hasThread = false
    /// Whether ``LineWriter/flush(within:)`` waits for the queue to be empty.
    var isAwaited = false
  }

  private let descriptor: CInt
  private let capacity: Int
  private let queue = Mutex(Queue())
  /// Counts the lines that the thread has yet to look for.
  private let arrived: CInt
  /// Readable once the queue that a flush waited for is empty.
  private let emptied: CInt

  /// - Parameter capacity: Lines that may wait.
  package init(descriptor: CInt, capacity: Int = 512) {
    self.descriptor = descriptor
    self.capacity = capacity
    arrived = eventfd(0, CInt(EFD_CLOEXEC))
    emptied = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(arrived >= 0 && emptied >= 0, "eventfd: the process has no descriptor left at start")
  }

  /// How many lines were dropped since the start.
  package var dropped: Int { queue.withLock(\.dropped) }

  /// Queues a line, to which LF is added.
  package func write(_ line: String) {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    let needsThread = queue.withLock { queue in
      if queue.lines.count < capacity {
        queue.lines.append(bytes)
      } else {
        queue.dropped += 1
        queue.untold += 1
      }
      defer { queue.hasThread = true }
      return !queue.hasThread
    }
    if needsThread { startThread() }
    _ = eventfd_write(arrived, 1)
  }

  /// Waits until every line is written, but not longer than that; for the end of the process.
  ///
  /// - Returns: Whether every line is written.
  @discardableResult
  package func flush(within limit: Duration) -> Bool {
    let (seconds, attoseconds) = limit.components
    let milliseconds = CInt(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    // One wait is enough: the thread reports once, when nothing is left.
    let isBusy = queue.withLock { queue in
      // An earlier flush may have been answered after it gave up.
      var count: eventfd_t = 0
      _ = unsafe eventfd_read(emptied, &count)
      queue.isAwaited = queue.isWriting || !queue.lines.isEmpty
      return queue.isAwaited
    }
    return !isBusy || wait(for: Int16(POLLIN), of: emptied, milliseconds)
  }

  // MARK: The thread

  /// The thread takes no signals: those of the process are the loop's.
  private func startThread() {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    var thread = pthread_t()
    // SAFETY: the retained reference is taken back by the thread's body, which runs once.
    let writer = unsafe Unmanaged.passRetained(self).toOpaque()
    _ = unsafe pthread_create(&thread, nil, { unsafe LineWriter.body($0) }, writer)
    _ = pthread_detach(thread)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static func body(_ writer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // SAFETY: `startThread` passed a retained writer.
    guard let writer = unsafe writer else { return nil }
    unsafe Unmanaged<LineWriter>.fromOpaque(writer).takeRetainedValue().writeForEver()
    return nil
  }

  private func writeForEver() {
    var count: eventfd_t = 0
    while unsafe eventfd_read(arrived, &count) == 0 {
      while let line = next() {
        writeWhole(line)
      }
    }
  }

  private func next() -> [UInt8]? {
    queue.withLock { queue in
      queue.isWriting = true
      if queue.untold > 0, queue.lines.count < capacity {
        let note = "statusd: \(queue.untold) log lines dropped, nobody was reading\n"
        queue.untold = 0
        return Array(note.utf8)
      }
      if let line = queue.lines.popFirst() { return line }
      queue.isWriting = false
      if queue.isAwaited { _ = eventfd_write(emptied, 1) }
      queue.isAwaited = false
      return nil
    }
  }

  private func writeWhole(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      // SAFETY: the kernel reads `count` bytes of the slice's own storage.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN, wait(for: Int16(POLLOUT), of: descriptor) { continue }
      // A descriptor without a reader, or none at all: the line is nobody's.
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Waits for a descriptor to be ready; false when the time has passed before.
  private func wait(for events: Int16, of descriptor: CInt, _ milliseconds: CInt = -1) -> Bool {
    var watched = pollfd(fd: descriptor, events: events, revents: 0)
    return unsafe poll(&watched, 1, milliseconds) > 0
  }
}
