import DequeModule
import Glibc

/// Writes lines to a descriptor from a thread of its own, so that a reader who does not read blocks nobody.
///
/// Between the two stands a bounded queue. What does not fit is dropped and counted, and the count is written where
/// the lines are missing. So is the count of lines that the descriptor did not take: a disk may be full for a while.
/// The thread starts with the first line. Nothing here needs a descriptor of its own: the log is what reports that
/// there are none left.
package final class LineWriter: Sendable {
  /// How much may wait for the reader.
  package struct Room: Sendable {
    let lines: Int
    /// A line is queued while fewer bytes wait, so the last one may exceed it.
    let bytes: Int

    package init(lines: Int = .max, bytes: Int = .max) {
      (self.lines, self.bytes) = (lines, bytes)
    }
  }

  /// What is written at once: a line, and in front of it a note of the lines that are missing there.
  private struct Entry {
    var bytes: [UInt8]
    /// The lines that the note counts.
    var missing = 0
    /// One, but none for a note by itself.
    var lines = 1
  }

  private struct Queue {
    var entries: Deque<Entry> = []
    /// Bytes of the entries.
    var bytes = 0
    /// Lines that were lost, since the start.
    var dropped = 0
    /// Lines that did not fit, since the reader last got the count.
    var unreported = 0
    /// Lines that the descriptor did not take.
    ///
    /// Their count waits for the next line: by itself it would fail too.
    var failed = 0
    var hasFailed = false
    var isWriting = false
    var hasThread = false
    /// With so many bytes the file is begun anew.
    var mostBytes = Int.max

    var isIdle: Bool { !isWriting && entries.isEmpty && unreported == 0 }
  }

  private let descriptor: CInt
  private let room: Room
  /// Whether a line without its end stands before the first one.
  private let beginsTorn: Bool
  private let note: @Sendable (Int) -> String
  private let onFailure: @Sendable (SystemError) -> Void
  private let queue = Monitor(Queue())

  /// - Parameters:
  ///   - beginsTorn: Whether the file ends within a line, which must not run into the first one.
  ///   - note: The line that stands where so many are missing.
  ///   - onFailure: Called once, when the descriptor first takes no line; from any thread.
  package init(
    descriptor: CInt, room: Room = Room(lines: 512), beginsTorn: Bool = false,
    note: @escaping @Sendable (Int) -> String = { "statusd: \($0) log lines are missing here" },
    onFailure: @escaping @Sendable (SystemError) -> Void = { _ in }
  ) {
    self.descriptor = descriptor
    self.room = room
    self.beginsTorn = beginsTorn
    self.note = note
    self.onFailure = onFailure
  }

  /// Has that file begin anew before a line that would follow on so many bytes, if it is what is written.
  package func beginAnew(ifFile path: String, has bytes: Int) {
    if FileLock.isOpen(path, as: descriptor) { queue.update { $0.mostBytes = bytes } }
  }

  /// How many lines were dropped since the start.
  package var dropped: Int { queue.update(\.dropped) }

  /// Lines that wait for the thread, without the one that it writes.
  var waiting: Int { queue.update(\.entries.count) }

  /// Queues a line, to which LF is added.
  package func write(_ line: String) {
    write(bytes: Array(line.utf8))
  }

  /// Queues a line, to which LF is added; it must have none.
  package func write(bytes line: [UInt8]) {
    queue.update { queue in
      guard queue.entries.count < room.lines, queue.bytes < room.bytes else {
        queue.dropped += 1
        queue.unreported += 1
        return
      }
      var entry = takeNote(&queue) ?? Entry(bytes: [], lines: 0)
      entry.bytes += line
      entry.bytes.append(UInt8(ascii: "\n"))
      entry.lines = 1
      queue.bytes += entry.bytes.count
      queue.entries.append(entry)
    }
    startThread()
  }

  /// Waits until every line is written; for the end of the process.
  ///
  /// - Parameter limit: How long a reader that does not read is waited for. If the descriptor takes more, the machine
  ///   has no processor for the thread, which is waited for a second at least.
  /// - Returns: Whether every line is written.
  @discardableResult
  package func flush(within limit: Duration) -> Bool {
    guard startThread() else { return writeHere(within: limit) }
    let end = SystemTime.sinceStart + max(limit, .seconds(1))
    repeat {
      if queue.wait(within: limit, for: { $0.isIdle ? true : nil }) == true { return true }
    } while SystemTime.sinceStart < end && isWritable(within: .zero)
    return false
  }

  /// The note of the lines that are missing at this point; nil if none are.
  private func takeNote(_ queue: inout Queue) -> Entry? {
    let missing = queue.unreported + queue.failed
    guard missing > 0 else { return nil }
    (queue.unreported, queue.failed) = (0, 0)
    return Entry(bytes: Array("\(note(missing))\n".utf8), missing: missing, lines: 0)
  }
}

// MARK: The thread

extension LineWriter {
  /// Starts the thread unless there is one; false when the process cannot have it, which the next line tries anew.
  @discardableResult
  private func startThread() -> Bool {
    let isNeeded = queue.update { queue in
      defer { queue.hasThread = queue.hasThread || !queue.entries.isEmpty }
      return !queue.hasThread && !queue.entries.isEmpty
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
    var isTorn = beginsTorn
    while let entry = queue.wait(for: next) {
      // What is left of a line that was written in part must not run into this one.
      let bytes = isTorn ? [UInt8(ascii: "\n")] + entry.bytes : entry.bytes
      if lseek(descriptor, 0, SEEK_END) >= queue.update(\.mostBytes) { ftruncate(descriptor, 0) }
      do throws(SystemError) {
        try writeWhole(bytes, isTorn: &isTorn)
        queue.update { $0.isWriting = false }
      } catch {
        failed(entry, error)
      }
    }
  }

  private func failed(_ entry: Entry, _ error: SystemError) {
    let isFirst = queue.update { queue in
      defer { queue.hasFailed = true }
      queue.dropped += entry.lines
      queue.failed += entry.lines + entry.missing
      queue.isWriting = false
      return !queue.hasFailed
    }
    if isFirst { onFailure(error) }
  }

  /// What is written next; nil for nothing.
  private func next(_ queue: inout Queue) -> Entry? {
    if let entry = queue.entries.popFirst() {
      queue.bytes -= entry.bytes.count
      queue.isWriting = true
      return entry
    }
    guard queue.unreported > 0 else { return nil }
    queue.isWriting = true
    return takeNote(&queue)
  }

  /// - Parameter isTorn: Whether the descriptor has taken the beginning and not the end.
  private func writeWhole(_ bytes: [UInt8], isTorn: inout Bool) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the kernel reads `count` bytes of the slice's own storage.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN, isWritable(within: nil) { continue }
      // A descriptor without a reader, or none at all: the line is nobody's.
      guard count > 0 else { throw SystemError("writing") }
      rest = rest.dropFirst(count)
      isTorn = !rest.isEmpty
    }
  }

  /// Waits until the descriptor takes bytes.
  ///
  /// - Parameter limit: Nil for however long that takes.
  private func isWritable(within limit: Duration?) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&watched, 1, limit?.waitMilliseconds ?? -1) > 0
  }

  /// Writes what waits from the caller's thread, where no other can be had.
  private func writeHere(within limit: Duration) -> Bool {
    let bytes = queue.update { queue in
      var bytes: [UInt8] = []
      while let entry = next(&queue) { bytes += entry.bytes }
      queue.isWriting = false
      return bytes
    }
    return LastWords.write(bytes, to: descriptor, within: limit)
  }
}
