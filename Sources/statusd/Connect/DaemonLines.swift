import Jansson
import Reactor
import StatusServer

/// The lines that a daemon writes on a connection that is no session.
struct DaemonLines {
  enum Next: Hashable {
    case line(ConnectLine.Answer)
    /// A line of another program.
    case other
    /// Nothing comes any more.
    case end
    /// Nothing has come.
    case nothing
  }

  let socket: CInt
  private var lines = LineBuffer()
  private var hasEnded = false

  private static let longest = 4_096

  init(_ socket: CInt) {
    self.socket = socket
  }

  /// - Parameter limit: How long to wait for one; zero for not at all.
  mutating func next(within limit: Duration = .zero) -> Next {
    let deadline = SystemTime.sinceStart + limit
    while true {
      if let line = takeLine() { return ConnectLine.answer(line.span).map { .line($0) } ?? .other }
      if hasEnded { return lines.count == 0 ? .end : .other }
      switch LocalClient.read(socket, within: deadline - SystemTime.sinceStart) {
      case .bytes(let new, _, _): lines.append(new)
      case .end: hasEnded = true
      case .nothing: return .nothing
      }
    }
  }

  /// An empty line says nothing.
  private mutating func takeLine() -> [UInt8]? {
    while let line = lines.next() {
      if !line.isEmpty { return line }
    }
    if lines.count > Self.longest { hasEnded = true }
    return nil
  }
}
