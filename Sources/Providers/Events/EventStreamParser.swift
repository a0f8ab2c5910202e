/// One event of an event stream (WHATWG HTML, section 9.2 "Server-sent events").
struct ServerSentEvent: Hashable {
  /// The field `event`; empty without one.
  var type = ""
  /// The lines of the fields `data`, joined by line feeds; nil for more bytes than are accepted.
  ///
  /// They are as they came: whether they are UTF-8 is for the decoder to say.
  var data: [UInt8]?
  /// What `Last-Event-ID` says when the stream is resumed behind this event; empty while the server has sent no id.
  var id = ""
}

/// Reads an event stream in pieces of any size (WHATWG HTML, section 9.2.6 "Interpreting an event stream").
///
/// Nothing is kept of comments and of fields that nobody knows, however long they are. So no line needs a limit of
/// its own, and what is kept is the data of one event, up to the limit, and three short fields.
struct EventStreamParser {
  private enum Place {
    /// In the name of a field, which is empty at the beginning of a line.
    case name
    case value(Field)
  }

  private enum Field {
    case data, event, id, retry
    /// A comment, or a field that the standard does not know.
    case unknown

    init(name: [UInt8]) {
      switch String(decoding: name, as: UTF8.self) {
      case "data": self = .data
      case "event": self = .event
      case "id": self = .id
      case "retry": self = .retry
      default: self = .unknown
      }
    }
  }

  /// Bytes of an id or a type; a server's own ids have a few dozen.
  static let longestText = 1_024
  /// Bytes of a name that are kept: one more than the longest name that is known.
  private static let longestName = 6

  private let limit: Int
  private var mark = ByteOrderMark()
  private var place = Place.name
  /// The name of the present field, as far as it matters.
  private var name: [UInt8] = []
  /// The space that may follow a colon is no part of the value.
  private var mayHaveSpace = false
  /// A line feed that comes next is the second half of a line's end.
  private var endsInReturn = false
  /// The value of the present `event`, `id` or `retry`.
  private var text: [UInt8] = []
  private var isTextWhole = true

  // What the standard calls the buffers of the event.
  private var data: BodyBuffer
  private var hasData = false
  private var isOverLimit = false
  private var type = ""
  private var id: String

  /// The id of the newest event, those without data included; empty while there is none.
  private(set) var lastEventID: String
  /// How long the server wants clients to wait before they connect again; nil while it has not said so.
  private(set) var retry: Duration?

  /// Bytes of what is kept of an event that is not complete.
  var bytesKept: Int { data.count + name.count + text.count + type.utf8.count }

  /// - Parameters:
  ///   - limit: Bytes of the data of one event.
  ///   - lastEventID: Of the stream that this one resumes.
  init(limit: Int, lastEventID: String = "") {
    self.limit = limit
    // The line feed behind the last line of data is taken away again.
    data = BodyBuffer(limit: limit + 1)
    (id, self.lastEventID) = (lastEventID, lastEventID)
  }
}

// MARK: Lines

extension EventStreamParser {
  /// The events that `piece` completes.
  mutating func events(adding piece: ArraySlice<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var rest = piece
    if let other = mark.skip(&rest) { add(other) }
    while let first = rest.first {
      if endsInReturn, first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
      endsInReturn = false
      let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      add(rest[..<(end ?? rest.endIndex)])
      guard let end else { break }
      endsInReturn = rest[end] == UInt8(ascii: "\r")
      if let event = endLine() { events.append(event) }
      rest = rest[(end + 1)...]
    }
    return events
  }

  /// Adds a part of a line.
  private mutating func add(_ part: ArraySlice<UInt8>) {
    var part = part
    if case .name = place {
      let colon = part.firstIndex(of: UInt8(ascii: ":"))
      name += part[..<(colon ?? part.endIndex)].prefix(Self.longestName - name.count)
      guard let colon else { return }
      place = .value(Field(name: name))
      mayHaveSpace = true
      part = part[(colon + 1)...]
    }
    if mayHaveSpace, let first = part.first {
      mayHaveSpace = false
      if first == UInt8(ascii: " ") { part = part.dropFirst() }
    }
    if case .value(let field) = place { add(part, to: field) }
  }

  /// Ends a line; an empty one ends an event.
  private mutating func endLine() -> ServerSentEvent? {
    defer { (place, name, mayHaveSpace, text, isTextWhole) = (.name, [], false, [], true) }
    switch place {
    case .name where name.isEmpty: return endEvent()
    // A line without a colon is a field with an empty value.
    case .name: end(Field(name: name))
    case .value(let field): end(field)
    }
    return nil
  }
}

// MARK: Fields

extension EventStreamParser {
  private mutating func add(_ part: ArraySlice<UInt8>, to field: Field) {
    switch field {
    case .data where isOverLimit, .unknown: break
    case .data where data.count + part.count > limit: drop()
    case .data: data.append(part)
    case .event, .id, .retry:
      let kept = part.prefix(Self.longestText - text.count)
      text += kept
      isTextWhole = isTextWhole && kept.count == part.count
    }
  }

  private mutating func drop() {
    isOverLimit = true
    data.clear()
  }

  private mutating func end(_ field: Field) {
    switch field {
    case .data:
      hasData = true
      // The line feeds of lines without text count as well.
      if data.count > limit { drop() }
      if !isOverLimit { data.append(CollectionOfOne(UInt8(ascii: "\n"))) }
    case .event: type = String(decoding: text, as: UTF8.self)
    case .id: if isTextWhole, text.allSatisfy(Self.isOfHeader) { id = String(decoding: text, as: UTF8.self) }
    case .retry: retry = Self.duration(milliseconds: text) ?? retry
    case .unknown: break
    }
  }

  private mutating func endEvent() -> ServerSentEvent? {
    lastEventID = id
    defer {
      data.clear()
      (hasData, isOverLimit, type) = (false, false, "")
    }
    guard hasData else { return nil }
    // Each line of data has left a line feed behind.
    if !isOverLimit { data.removeLast() }
    return ServerSentEvent(type: type, data: isOverLimit ? nil : data.bytes, id: id)
  }

  /// Whether an id with that byte can be sent back in a header (RFC 9110 section 5.5).
  ///
  /// The standard leaves out ids with U+0000. Other control characters no server expects to get back; with one of
  /// them the former id stays, as with U+0000.
  private static func isOfHeader(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }

  /// nil for what is not ASCII digits; very long for what does not fit.
  private static func duration(milliseconds text: [UInt8]) -> Duration? {
    guard !text.isEmpty, text.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return .milliseconds(Int32(String(decoding: text, as: UTF8.self)) ?? .max)
  }
}

/// The byte order mark that a stream may begin with, in pieces of any size.
private struct ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// How much of it has come; nil once the stream is past it.
  private var count: Int? = 0

  /// Takes the mark, or the part of it with which `piece` begins, off `piece`.
  ///
  /// - Returns: What earlier pieces began and `piece` does not go on with: it was no mark, but text.
  mutating func skip(_ piece: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    while let count, let next = piece.first {
      guard next == Self.bytes[count] else {
        self.count = nil
        return Self.bytes[..<count]
      }
      piece = piece.dropFirst()
      self.count = count + 1 < Self.bytes.count ? count + 1 : nil
    }
    return nil
  }
}
