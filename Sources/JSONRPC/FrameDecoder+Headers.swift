/// What the header lines of one frame have said so far.
struct HeaderSection: Hashable, Sendable {
  var contentLength: Int?
  var isCharsetRefused = false
  /// Bytes of the section.
  var size = 0

  var isEmpty: Bool { size == 0 }
}

extension FrameDecoder {
  mutating func header(_ section: HeaderSection) -> Step {
    var section = section
    guard let end = indexOfLineFeed() else {
      guard section.size + buffer.count - head > Self.headerLimit else { return .needsMore }
      state = .resynchronising(atLineStart: false)
      advance(to: buffer.count)
      return .event(headerProblem("A header section may have \(Self.headerLimit) bytes"))
    }
    let line = trimmed(head..<end)
    section.size += end + 1 - head
    advance(to: end + 1)
    if section.size > Self.headerLimit {
      return refuse("A header section may have \(Self.headerLimit) bytes")
    }
    if line.isEmpty { return endOfSection(section) }
    do throws(ProtocolProblem) {
      try section.read(line)
      state = .header(section)
      return .again
    } catch {
      return refuse(error.explanation)
    }
  }

  private mutating func endOfSection(_ section: HeaderSection) -> Step {
    guard let length = section.contentLength else {
      // Blank lines between frames are nobody's header section.
      if section.size <= 2 {
        state = .header(HeaderSection())
        return .again
      }
      return refuse("The header has no Content-Length")
    }
    if section.isCharsetRefused {
      state = .skippingBody(remaining: length)
      return .event(
        .problem(.init(.invalidRequest, reason: "charset", "The charset of a message must be utf-8")))
    }
    guard length <= limit else {
      state = .skippingBody(remaining: length)
      return .event(tooLarge())
    }
    state = .body(length: length)
    return .again
  }

  mutating func body(_ length: Int) -> Step {
    guard buffer.count - head >= length else { return .needsMore }
    let body = head..<head + length
    advance(to: body.upperBound)
    state = .header(HeaderSection())
    return message(body).map(Step.event) ?? .again
  }

  mutating func skipBody(_ remaining: Int) -> Step {
    let skipped = min(remaining, buffer.count - head)
    advance(to: head + skipped)
    guard skipped == remaining else {
      state = .skippingBody(remaining: remaining - skipped)
      return .needsMore
    }
    state = .header(HeaderSection())
    return .again
  }

  /// Looks for a line that begins with `Content-Length:`, keeping no more of a line than that takes.
  mutating func resynchronise(atLineStart: Bool) -> Step {
    let name = Array("content-length:".utf8)
    if atLineStart {
      let start = buffer[head...].prefix(name.count)
      if start.map(lowercased).elementsEqual(name) {
        state = .header(HeaderSection())
        return .again
      }
      if name.starts(with: start.map(lowercased)) { return .needsMore }
    }
    guard let end = indexOfLineFeed() else {
      advance(to: buffer.count)
      state = .resynchronising(atLineStart: false)
      return .needsMore
    }
    advance(to: end + 1)
    state = .resynchronising(atLineStart: true)
    return .again
  }

  private mutating func refuse(_ explanation: String) -> Step {
    state = .resynchronising(atLineStart: true)
    return .event(headerProblem(explanation))
  }

  private func headerProblem(_ explanation: String) -> FrameEvent {
    .problem(.init(.invalidRequest, reason: "header", explanation))
  }

  private func trimmed(_ range: Range<Int>) -> ArraySlice<UInt8> {
    buffer[range].trimmed
  }
}

extension HeaderSection {
  /// Takes one header line, `Name: value`; names in any case, other names than the two known are ignored.
  fileprivate mutating func read(_ line: ArraySlice<UInt8>) throws(ProtocolProblem) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw .init(.invalidRequest, "A header line must be a name, a colon and a value")
    }
    let name = String(decoding: line[..<colon].trimmed.map(lowercased), as: UTF8.self)
    let value = line[(colon + 1)...].trimmed
    switch name {
    case "content-length": try readLength(value)
    case "content-type": isCharsetRefused = isCharsetRefused || !Self.acceptsCharset(of: value)
    default: break
    }
  }

  private mutating func readLength(_ value: ArraySlice<UInt8>) throws(ProtocolProblem) {
    let digits = String(decoding: value, as: UTF8.self)
    guard value.allSatisfy({ 0x30...0x39 ~= $0 }), let length = Int(digits) else {
      throw .init(.invalidRequest, "Content-Length must be a number of bytes")
    }
    guard contentLength == nil || contentLength == length else {
      throw .init(.invalidRequest, "The header has two different Content-Lengths")
    }
    contentLength = length
  }

  /// Whether the charset parameter is absent, utf-8 or utf8; RFC 9110, section 8.3.1.
  private static func acceptsCharset(of value: ArraySlice<UInt8>) -> Bool {
    for parameter in value.split(separator: UInt8(ascii: ";")).dropFirst() {
      let name = parameter.prefix { $0 != UInt8(ascii: "=") }
      guard name.trimmed.map(lowercased).elementsEqual("charset".utf8) else { continue }
      let charset = parameter[name.endIndex...].dropFirst().trimmed.unquoted.map(lowercased)
      return charset.elementsEqual("utf-8".utf8) || charset.elementsEqual("utf8".utf8)
    }
    return true
  }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
}

extension ArraySlice<UInt8> {
  /// The slice without white space at its ends.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let leading = drop(while: isSpace)
    return leading.prefix(upTo: (leading.lastIndex { !isSpace($0) } ?? leading.startIndex - 1) + 1)
  }

  /// The slice without the quotation marks around it.
  fileprivate var unquoted: ArraySlice<UInt8> {
    let mark = UInt8(ascii: "\"")
    return count >= 2 && first == mark && last == mark ? dropFirst().dropLast() : self
  }
}
