@testable import Providers

/// What the standard makes of an event stream (WHATWG HTML, section 9.2.6), line by line and with all of it at hand.
///
/// Two things are statusd's own: the limit of an event's data, and ids that no header can have.
struct EventStreamReference {
  private(set) var events: [ServerSentEvent] = []
  private(set) var lastEventID = ""
  private(set) var retry: Int?
  private var id = ""
  private var type = ""
  private var data: [[UInt8]] = []
  private let limit: Int

  init(_ stream: [UInt8], limit: Int) {
    self.limit = limit
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    for line in Self.lines(of: Array(stream.starts(with: mark) ? stream.dropFirst(3) : stream[...])) {
      if line.isEmpty { dispatch() } else { process(line) }
    }
  }

  /// The lines that have ended.
  private static func lines(of text: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    for (index, byte) in text.enumerated() {
      switch byte {
      case 0x0A where index > 0 && text[index - 1] == 0x0D: continue
      case 0x0A, 0x0D:
        lines.append(line)
        line = []
      default: line.append(byte)
      }
    }
    return lines
  }

  private mutating func process(_ line: [UInt8]) {
    let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    var value = parts.count > 1 ? Array(parts[1]) : []
    if value.first == 0x20 { value.removeFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: parts[0], as: UTF8.self) {
    case "data": data.append(value)
    case "event": type = String(decoding: value.prefix(1_024), as: UTF8.self)
    case "id" where value.count <= 1_024 && value.allSatisfy { $0 >= 0x20 && $0 != 0x7F }: id = text
    case "retry" where !value.isEmpty && value.allSatisfy { 0x30...0x39 ~= $0 }:
      retry = Int(Int32(text) ?? .max)
    default: break
    }
  }

  private mutating func dispatch() {
    lastEventID = id
    if !data.isEmpty {
      let joined = Array(data.joined(separator: [0x0A]))
      events.append(ServerSentEvent(type: type, data: joined.count <= limit ? joined : nil, id: id))
    }
    (data, type) = ([], "")
  }
}
