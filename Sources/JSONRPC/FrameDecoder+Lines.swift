extension FrameDecoder {
  mutating func line() -> Step {
    guard let end = indexOfLineFeed() else {
      guard isTooLong(lineTo: buffer.count) else { return .needsMore }
      state = .skippingLine
      advance(to: buffer.count)
      return .event(tooLarge())
    }
    let line = head..<end
    let isTooLong = isTooLong(lineTo: end)
    advance(to: end + 1)
    if isTooLong { return .event(tooLarge()) }
    return message(line).map(Step.event) ?? .again
  }

  mutating func skipLine() -> Step {
    guard let end = indexOfLineFeed() else {
      advance(to: buffer.count)
      return .needsMore
    }
    advance(to: end + 1)
    state = .line
    return .again
  }

  /// Judges the length without the CR of a CRLF, which may be the last byte so far.
  func isTooLong(lineTo end: Int) -> Bool {
    guard end - head > limit else { return false }
    return end - head - (buffer[end - 1] == UInt8(ascii: "\r") ? 1 : 0) > limit
  }
}
