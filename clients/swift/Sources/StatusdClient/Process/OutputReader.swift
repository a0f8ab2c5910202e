internal import Foundation

/// Reads what a process writes, until it has ended and everything has been read.
///
/// A child of the daemon may hold its streams open. So behind its exit, or the end of its output, what comes within
/// 300 ms counts as its own, and silence is the end.
struct OutputReader: Sendable {
  private static let pieceBytes = 1 << 16
  private static let silenceMilliseconds: Int32 = 300

  let output: Int32
  let error: Int32
  /// Nothing is written to it: its end says that the process has exited.
  let exit: Pipe

  /// The process has exited, and what it wrote is in its pipes.
  func exited() {
    _ = Foundation.close(exit.writing)
  }

  /// Returns the last lines of standard error.
  ///
  /// The thread is the reader's own.
  func read(_ onOutput: (Data) -> Void) -> [String] {
    var open = [output, error, exit.reading]
    var tail = ErrorTail()
    while open.contains(output) || open.contains(error) || open.contains(exit.reading) {
      let isEnding = !open.contains(output) || !open.contains(exit.reading)
      let ready = Self.ready(of: open, timeout: isEnding ? Self.silenceMilliseconds : -1)
      // The exit alone is no output: whatever else is there is read first.
      guard !ready.isEmpty else { break }
      for descriptor in ready {
        let piece = Self.piece(of: descriptor)
        if piece.isEmpty {
          open.removeAll { $0 == descriptor }
        } else if descriptor == output {
          onOutput(piece)
        } else {
          tail.append(piece)
        }
      }
    }
    for descriptor in [output, error, exit.reading] { _ = Foundation.close(descriptor) }
    return tail.lines
  }

  /// Those that have something to read, or have ended; none when the time has passed.
  private static func ready(of descriptors: [Int32], timeout: Int32) -> [Int32] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      // `polled` is an array of as many elements as its count says, and nobody else's.
      let count = unsafe poll(&polled, nfds_t(polled.count), timeout)
      if count < 0, errno == EINTR { continue }
      return polled.filter { $0.revents != 0 }.map(\.fd)
    }
  }

  /// What is there, empty at the end.
  private static func piece(of descriptor: Int32) -> Data {
    var buffer = [UInt8](repeating: 0, count: pieceBytes)
    while true {
      // At most as many bytes as the array has are written to it.
      let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      return Data(buffer.prefix(max(0, count)))
    }
  }
}

/// The last lines of standard error.
struct ErrorTail {
  private static let longestBytes = 8_192
  private static let longestLines = 20

  private var bytes = Data()

  mutating func append(_ piece: Data) {
    bytes = Data((bytes + piece).suffix(Self.longestBytes))
  }

  var lines: [String] {
    let all = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return all.suffix(Self.longestLines).map(String.init)
  }
}
