import Jansson

/// The headers of a response that are used, taken from its lines as they come (RFC 9112 section 5).
///
/// Names are compared by bytes, and of a header that nothing uses no byte is kept.
struct HeaderLines {
  enum Name: CaseIterable {
    case age, cacheControl, contentEncoding, contentType, entityTag, lastModified, location, retryAfter
  }

  /// The values, one behind the other.
  private var bytes: [UInt8] = []
  /// Whose values they are and where they end, in the order in which they came.
  private var found: [(name: Name, end: Int)] = []
  /// Whether the line before this one is the last of `found`, to which a folded line belongs.
  private var isOpen = false

  /// Takes a line with its line end.
  ///
  /// - Parameter hasEnded: Whether it is the empty line behind the headers of a response that is not an interim one.
  mutating func take(_ line: Span<UInt8>, hasEnded: Bool) {
    guard let first = line.first, first != 0x0D, first != 0x0A else {
      // What an interim response says is not what the response says.
      if !hasEnded { self = HeaderLines() }
      return
    }
    guard !first.isBlank else { return unfold(line) }
    isOpen = false
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), let name = Name(line.extracting(..<colon))
    else {
      return
    }
    append(line, line.trimmed(from: colon + 1))
    found.append((name, bytes.count))
    isOpen = true
  }

  /// Takes a line that goes on with the value of the one before (`obs-fold`, RFC 9112 section 5.2).
  private mutating func unfold(_ line: Span<UInt8>) {
    let range = line.trimmed(from: 0)
    guard isOpen, !range.isEmpty else { return }
    bytes.append(UInt8(ascii: " "))
    append(line, range)
    found[found.count - 1].end = bytes.count
  }

  private mutating func append(_ line: Span<UInt8>, _ range: Range<Int>) {
    // Grown once: most responses have three or four that are used.
    if bytes.isEmpty { bytes.reserveCapacity(max(range.count, 128)) }
    for index in range { bytes.append(line[index]) }
  }
}

extension HeaderLines {
  /// The values of all headers of that name, in their order; the first 16.
  func all(_ name: Name) -> [String] {
    found.indices.lazy.filter { found[$0].name == name }.prefix(16).map(text)
  }

  /// The value of the first header of that name; nil when there is none or it is empty.
  func first(_ name: Name) -> String? {
    guard let index = found.firstIndex(where: { $0.name == name }) else { return nil }
    let text = text(at: index)
    return text.isEmpty ? nil : text
  }

  /// What is not UTF-8 counts as empty: it could not be sent back as it came.
  private func text(at index: Int) -> String {
    let start = index == 0 ? 0 : found[index - 1].end
    return String(validating: bytes[start..<found[index].end], as: UTF8.self) ?? ""
  }
}

extension HeaderLines.Name {
  /// nil for a header that nothing uses; names are the same in any case (RFC 9110 section 5.1).
  fileprivate init?(_ bytes: Span<UInt8>) {
    guard let name = Self.allCases.first(where: { bytes.spellsLowercased($0.spelling) }) else { return nil }
    self = name
  }

  private var spelling: StaticString {
    switch self {
    case .age: "age"
    case .cacheControl: "cache-control"
    case .contentEncoding: "content-encoding"
    case .contentType: "content-type"
    case .entityTag: "etag"
    case .lastModified: "last-modified"
    case .location: "location"
    case .retryAfter: "retry-after"
    }
  }
}

extension Span<UInt8> {
  fileprivate var first: UInt8? { isEmpty ? nil : self[0] }

  /// What stands from `start` on, without the white space around it, line ends included.
  fileprivate func trimmed(from start: Int) -> Range<Int> {
    var (first, end) = (start, count)
    while first < end, self[first].isBlank { first += 1 }
    while first < end, self[end - 1].isBlank || 0x0A...0x0D ~= self[end - 1] { end -= 1 }
    return first..<end
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
