import Jansson
import Logging
import Reactor
import StatusCore
import Synchronization
import Text

/// The log handler: writes each event to standard error, or to a file, as one line of text or JSON.
///
/// It never waits for a reader. Foreign text in a line is made visible, because it could move a terminal's
/// cursor or hide other text.
struct StandardErrorLog: LogHandler {
  static let writer = LineWriter(descriptor: 2)
  /// The file of `--log-file`; nil without one.
  private static let file = Mutex<LineWriter?>(nil)

  var logLevel: Logger.Level
  let format: LogFormat
  private let writer: LineWriter
  var metadata: Logger.Metadata = [:]

  /// - Parameter path: The file; nil for standard error.
  init(logLevel: Logger.Level, format: LogFormat, path: String? = nil) throws(SystemError) {
    (self.logLevel, self.format) = (logLevel, format)
    guard let path else {
      writer = Self.writer
      return
    }
    let opened = LineWriter(descriptor: try AppendedFile.open(path))
    Self.file.withLock { $0 = opened }
    writer = opened
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let time = Timestamp(millisecondsSince1970: SystemTime.millisecondsSince1970).rfc3339
    let merged = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    switch format {
    case .text:
      let pairs = merged.map { " \($0.key)=\(Self.quoted("\($0.value)"))" }
      writer.write("\(time) \(event.level) statusd: \(event.message)\(pairs.joined())".visible)
    case .json:
      let line = JSONText { json in
        json.object { json in
          json.member("time", time)
          json.member("level", event.level.rawValue)
          json.member("message", event.message.description)
          json.member("metadata") { json in
            json.object { json in
              for (key, value) in merged { json.member(named: key) { $0.string("\(value)".visible) } }
            }
          }
        }
      }
      writer.write(line.description)
    }
  }

  /// The value, in quotes if it is empty or has white space or quotes in it, so that scripts can split the
  /// line.
  private static func quoted(_ value: String) -> String {
    let needsQuotes = value.isEmpty || value.unicodeScalars.contains { $0.value <= 0x20 || $0 == "\"" }
    return needsQuotes ? value.debugDescription : value
  }
}

extension StandardErrorLog {
  /// Waits until every line is written, but not longer than that for each place; for the end of the process.
  static func flush(within limit: Duration) {
    writer.flush(within: limit)
    _ = file.withLock(\.self)?.flush(within: limit)
  }

  /// The number of lines that were dropped because nobody read them.
  static var dropped: Int { writer.dropped + (file.withLock(\.self)?.dropped ?? 0) }
}
