/// Bytes as they come, taken out as lines.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// So far no line ends.
  private var searched = 0

  /// How many bytes wait for the end of their line, or to be taken.
  var count: Int { bytes.count - start }

  mutating func append(_ new: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      (start, searched) = (0, searched - start)
    }
    bytes += new
  }

  /// The next line without its LF; nil while none has ended.
  mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }
}
