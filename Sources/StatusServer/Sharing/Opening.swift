/// How a connection to a shared daemon begins, as a state machine: bytes in pieces of any size go in.
///
/// What begins with ``mark`` is a line of `connect` or of a command, anything else a session on the connection itself.
package struct Opening: Sendable {
  package enum Event: Hashable, Sendable {
    /// More bytes are needed.
    case incomplete
    /// A session; what has come is its first input.
    case session
    /// The whole line has come, without its LF; what comes behind it is nobody's.
    case line(Range<Int>)
    /// The line is too long, so the connection has no meaning.
    case tooLong
  }

  /// What nothing but such a line begins with: no JSON-RPC message has a member of this name.
  private static let mark = Array(#"{"statusd":"#.utf8)
  /// The longest line, without its LF.
  package static let longestLine = 4_096

  /// What has come so far.
  package private(set) var bytes: [UInt8] = []
  private var scanned = 0

  package init() {}

  /// How many bytes may be read next.
  package var room: Int { Self.longestLine + 1 - bytes.count }

  /// Whether what has come is the beginning of a line, and no session.
  package var isLine: Bool { bytes.starts(with: Self.mark) }

  /// Takes what was read; at most ``room`` bytes.
  package mutating func append(_ new: [UInt8]) -> Event {
    bytes += new
    let compared = min(bytes.count, Self.mark.count)
    guard bytes[..<compared].elementsEqual(Self.mark[..<compared]) else { return .session }
    guard compared == Self.mark.count else { return .incomplete }
    if let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) { return .line(0..<end) }
    scanned = bytes.count
    return bytes.count > Self.longestLine ? .tooLong : .incomplete
  }
}
