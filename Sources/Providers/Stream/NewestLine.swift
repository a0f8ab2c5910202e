/// The lines of an output of which only the newest matters, however fast they come and however long they are.
///
/// A line ends with LF, or CR LF. A blank one does not count. Of what is not complete at most the limit is kept.
struct NewestLine {
  enum Line: Hashable {
    case complete([UInt8])
    /// More than the limit came without an end; reported once, and the rest of the line is skipped.
    case tooLong
  }

  private var open: BodyBuffer
  private var isSkipping = false

  init(limit: Int) {
    open = BodyBuffer(limit: limit)
  }

  var limit: Int { open.limit }

  /// Takes what has come.
  ///
  /// - Returns: The newest line that is complete now, or has become too long.
  mutating func append(_ bytes: ArraySlice<UInt8>) -> Line? {
    guard let end = bytes.lastIndex(of: Self.lineFeed) else { return extend(bytes) }
    let newest = newest(in: bytes[..<end])
    drop()
    return extend(bytes[(end + 1)...]) ?? newest
  }

  /// The output has ended: what is left is a line.
  mutating func end() -> Line? {
    defer { drop() }
    return isSkipping ? nil : Self.line(open.bytes[...])
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let space = Array(" \t\r".utf8)

  /// The newest line of what ends with a line; the first begins with what is open.
  private mutating func newest(in bytes: ArraySlice<UInt8>) -> Line? {
    var lines = bytes
    while let start = lines.lastIndex(of: Self.lineFeed) {
      let line = lines[(start + 1)...]
      if let found = line.count > limit ? .tooLong : Self.line(line) { return found }
      lines = lines[..<start]
    }
    return extend(lines) ?? (isSkipping ? nil : Self.line(open.bytes[...]))
  }

  /// Adds to the line that is open; what is too long is dropped.
  private mutating func extend(_ bytes: ArraySlice<UInt8>) -> Line? {
    guard !isSkipping else { return nil }
    guard open.count + bytes.count <= limit else {
      drop(skipping: true)
      return .tooLong
    }
    open.append(bytes)
    return nil
  }

  /// Drops what is open, and whatever the line goes on with if that is to be skipped.
  private mutating func drop(skipping: Bool = false) {
    open.clear()
    isSkipping = skipping
  }

  /// A line without its CR; nil for a blank one.
  private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    let isBlank = bytes.allSatisfy { Self.space.contains($0) }
    return isBlank ? nil : .complete(Array(bytes))
  }
}
