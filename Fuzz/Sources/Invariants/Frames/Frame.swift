import JSONRPC

/// What a decoder found, with a message's bytes in the place of their range.
enum Frame: Hashable {
  case message([UInt8])
  case problem(ProtocolProblem.Code, reason: String?)

  static let header = problem(.invalidRequest, reason: "header")
  static let charset = problem(.invalidRequest, reason: "charset")
  static let tooLarge = problem(.invalidRequest, reason: "messageTooLarge")
  static let truncated = problem(.parseError, reason: "truncated")

  init(_ event: FrameEvent, _ decoder: FrameDecoder) {
    switch event {
    case .message(let range): self = .message(Array(decoder.bytes(range)))
    case .problem(let problem): self = .problem(problem.code, reason: problem.reason)
    }
  }
}

extension Frame: CustomStringConvertible {
  var description: String {
    switch self {
    case .message(let bytes): "message \(bytes.quoted)"
    case .problem(_, let reason): "problem \(reason ?? "-")"
    }
  }
}
