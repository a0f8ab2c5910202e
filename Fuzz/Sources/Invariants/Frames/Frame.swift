import JSONRPC

/// What a decoder found, with a message's bytes in the place of their range.
enum Frame: Hashable {
  case message([UInt8])
  case fault(ProtocolFault.Code, reason: String?)

  static let header = fault(.invalidRequest, reason: "header")
  static let charset = fault(.invalidRequest, reason: "charset")
  static let tooLarge = fault(.invalidRequest, reason: "messageTooLarge")
  static let truncated = fault(.parseError, reason: "truncated")

  init(_ event: FrameEvent, _ decoder: FrameDecoder) {
    switch event {
    case .message(let range): self = .message(Array(decoder.bytes(range)))
    case .fault(let fault): self = .fault(fault.code, reason: fault.reason)
    }
  }
}

extension Frame: CustomStringConvertible {
  var description: String {
    switch self {
    case .message(let bytes): "message \(bytes.quoted)"
    case .fault(_, let reason): "fault \(reason ?? "-")"
    }
  }
}
