import JSONRPC

/// What a decoder found, with the message's bytes in the place of their range.
enum Frame: Hashable {
  case message(String)
  case problem(ProtocolProblem.Code, String?)

  static let header = problem(.invalidRequest, "header")
  static let charset = problem(.invalidRequest, "charset")
  static let tooLarge = problem(.invalidRequest, "messageTooLarge")
  static let truncated = problem(.parseError, "truncated")
}

extension Frame {
  /// Every event of a stream that comes in these pieces and then ends.
  static func all(
    in pieces: [ArraySlice<UInt8>], _ framing: Framing? = nil, limit: Int = 1_000
  ) -> [Frame] {
    var decoder = FrameDecoder(framing: framing, messageLimit: limit)
    var frames: [Frame] = []
    for piece in pieces {
      decoder.append(piece)
      while let event = decoder.next() { frames.append(Frame(event, decoder)) }
    }
    while let event = decoder.finish() { frames.append(Frame(event, decoder)) }
    return frames
  }

  static func all(in text: String, _ framing: Framing? = nil, limit: Int = 1_000) -> [Frame] {
    all(in: [Array(text.utf8)[...]], framing, limit: limit)
  }

  private init(_ event: FrameEvent, _ decoder: FrameDecoder) {
    switch event {
    case .message(let range): self = .message(String(decoding: decoder.bytes(range), as: UTF8.self))
    case .problem(let problem): self = .problem(problem.code, problem.reason)
    }
  }
}
