/// The lines of an output, in pieces of any size; the limit is that of a line.
///
/// A line ends with LF, or CR LF. A blank one does not count. Of what is not complete at most the limit is kept.
struct StreamLines {
  /// What a piece brings.
  struct Arrival: Hashable {
    /// The lines that are complete now, oldest first.
    fileprivate(set) var lines: [[UInt8]] = []
    /// Whether behind them a line became too long.
    ///
    /// That is reported once, and the rest of the line is skipped.
    fileprivate(set) var endsTooLong = false
  }

  private var open: BodyBuffer
  private var isSkipping = false

  init(limit: Int) {
    open = BodyBuffer(limit: limit)
  }

  var limit: Int { open.limit }

  /// Takes what has come.
  mutating func append(_ bytes: ArraySlice<UInt8>) -> Arrival {
    var arrival = Arrival()
    var rest = bytes
    while let end = rest.firstIndex(of: Self.lineFeed) {
      if isOpen {
        extend(rest[..<end], &arrival)
        close(&arrival)
      } else {
        add(rest[..<end], &arrival)
      }
      rest = rest[(end + 1)...]
    }
    extend(rest, &arrival)
    return arrival
  }

  /// The output has ended: what is left is a line.
  mutating func end() -> Arrival {
    var arrival = Arrival()
    close(&arrival)
    return arrival
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let space = Array(" \t\r".utf8)

  private var isOpen: Bool { isSkipping || open.count > 0 }

  /// Adds to the line that is open; what is too long is dropped.
  private mutating func extend(_ bytes: ArraySlice<UInt8>, _ arrival: inout Arrival) {
    guard !isSkipping else { return }
    guard open.count + bytes.count <= limit else {
      open.clear()
      (isSkipping, arrival.endsTooLong) = (true, true)
      return
    }
    open.append(bytes)
  }

  private mutating func close(_ arrival: inout Arrival) {
    if !isSkipping { add(open.bytes[...], &arrival) }
    open.clear()
    isSkipping = false
  }

  /// Adds a whole line without its CR, unless it is blank.
  private func add(_ line: ArraySlice<UInt8>, _ arrival: inout Arrival) {
    guard line.count <= limit else {
      arrival.endsTooLong = true
      return
    }
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard !line.allSatisfy({ Self.space.contains($0) }) else { return }
    arrival.lines.append(Array(line))
    arrival.endsTooLong = false
  }
}
