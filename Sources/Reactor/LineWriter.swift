import DequeModule
import Glibc

/// Writes lines to a descriptor from a thread of its own, so that a reader who does not read blocks nobody.
///
/// Between the two stands a bounded queue. What does not fit is dropped and counted, and the count is written
/// as soon as there is room. The thread starts with the first line. Nothing here needs a descriptor of its own:
/// the log is what reports that there are none left.
package final class LineWriter: Sendable {
  private struct Queue {
    var lines: Deque<[UInt8]> = []
    /// Since the start, and since the reader last got the count.
    var (dropped, unreported) = (0, 0)
    var isWriting = false
    var hasThread = false

    var isIdle: Bool { !isWriting && lines.isEmpty && unreported == 0 }
  }

  private let descriptor: CInt
  private let capacity: Int
  private let queue = Monitor(Queue())

  /// - Parameter capacity: Lines that may wait.
  package init(descriptor: CInt, capacity: Int = 512) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  /// How many lines were dropped since the start.
  package var dropped: Int { queue.update(\.dropped) }

  /// Lines that wait for the thread, without the one that it writes.
  var waiting: Int { queue.update(\.lines.count) }

  /// Queues a line, to which LF is added.
  package func write(_ line: String) {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    queue.update { queue in
      if queue.lines.count < capacity {
        queue.lines.append(bytes)
      } else {
        queue.dropped += 1
        queue.unreported += 1
      }
    }
    startThread()
  }

  /// Waits until every line is written, but not longer than that; for the end of the process.
  ///
  /// - Returns: Whether every line is written.
  @discardableResult
  package func flush(within limit: Duration) -> Bool {
    guard startThread() else { return writeHere(within: limit) }
    return queue.wait(within: limit) { $0.isIdle ? true : nil } ?? false
  }
}

extension LineWriter {
  /// Starts the thread unless there is one; false when the process cannot have it, which the next line tries anew.
  @discardableResult
  private func startThread() -> Bool {
    let isNeeded = queue.update { queue in
      defer { queue.hasThread = queue.hasThread || !queue.lines.isEmpty }
      return !queue.hasThread && !queue.lines.isEmpty
    }
    guard isNeeded else { return true }
    do throws(SystemError) {
      try DetachedThread.start { self.writeForEver() }
      return true
    } catch {
      queue.update { $0.hasThread = false }
      return false
    }
  }

  private func writeForEver() {
    while let line = queue.wait(for: next) {
      writeWhole(line)
      queue.update { $0.isWriting = false }
    }
  }

  /// The next line to be written; nil for none.
  private func next(_ queue: inout Queue) -> [UInt8]? {
    if queue.unreported > 0, queue.lines.count < capacity {
      let note = "statusd: \(queue.unreported) log lines dropped, nobody was reading\n"
      queue.unreported = 0
      queue.isWriting = true
      return Array(note.utf8)
    }
    guard let line = queue.lines.popFirst() else { return nil }
    queue.isWriting = true
    return line
  }

  private func writeWhole(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      // SAFETY: the kernel reads `count` bytes of the slice's own storage.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN, isWritable() { continue }
      // A descriptor without a reader, or none at all: the line is nobody's.
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Waits until the descriptor takes bytes.
  private func isWritable() -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&watched, 1, -1) > 0
  }

  /// Writes what waits from the caller's thread, where no other can be had.
  private func writeHere(within limit: Duration) -> Bool {
    let lines = queue.update { queue in
      var lines: [UInt8] = []
      while let line = next(&queue) { lines += line }
      queue.isWriting = false
      return lines
    }
    return LastWords.write(lines, to: descriptor, within: limit)
  }
}
