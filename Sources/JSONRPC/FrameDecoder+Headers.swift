import Jansson

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
    let line = HeaderLine.trimmed(head..<end, of: buffer.span)
    section.size += end + 1 - head
    advance(to: end + 1)
    if section.size > Self.headerLimit {
      return refuse("A header section may have \(Self.headerLimit) bytes")
    }
    if line.isEmpty { return endOfSection(section) }
    do throws(ProtocolProblem) {
      try section.read(buffer.span.extracting(line))
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
    let name: StaticString = "content-length:"
    if atLineStart {
      let count = min(buffer.count - head, name.utf8CodeUnitCount)
      if buffer.span.extracting(head..<head + count).beginsLowercased(name) {
        guard count == name.utf8CodeUnitCount else { return .needsMore }
        state = .header(HeaderSection())
        return .again
      }
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
    return .event(headerProblem("\(explanation)"))
  }

  private func headerProblem(_ explanation: Sentence) -> FrameEvent {
    .problem(.init(.invalidRequest, reason: "header", explanation))
  }
}
