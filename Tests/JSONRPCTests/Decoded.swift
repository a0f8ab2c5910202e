import JSONRPC
import Jansson

/// What a frame holds, as a value that can be compared.
indirect enum Decoded: Hashable {
  /// The id as written, nil for a notification; params by their kind, nil for none.
  case call(id: String?, String, params: JSONValue.Kind? = nil)
  case invalid(id: String, ProtocolProblem.Code, String?)
  case ignored
  case batch([Decoded])

  static func refused(id: String = "null", _ reason: String?) -> Decoded {
    .invalid(id: id, .invalidRequest, reason)
  }

  static let notJSON = Decoded.invalid(id: "null", .parseError, nil)
}

extension Decoded {
  static let budget = JSONBudget(depth: 128, tokens: 100_000)

  init(_ text: String, budget: JSONBudget = budget, batchLimit: Int = 100) {
    self.init(Array(text.utf8), budget: budget, batchLimit: batchLimit)
  }

  init(_ text: [UInt8], budget: JSONBudget = budget, batchLimit: Int = 100) {
    var decoder = MessageDecoder(budget: budget, batchLimit: batchLimit)
    self.init(decoder.decode(text.span))
  }

  init(_ content: FrameContent) {
    switch content {
    case .single(let message): self.init(message)
    case .batch(let messages): self = .batch(messages.map { Decoded($0) })
    }
  }

  private init(_ message: Message) {
    switch message {
    case .call(let call): self = .call(id: call.id?.description, call.method, params: call.params?.kind)
    case .invalid(let id, let problem): self = .invalid(id: id.description, problem.code, problem.reason)
    case .ignored: self = .ignored
    }
  }

  /// The problem of a message that is invalid.
  static func problem(_ text: String) -> ProtocolProblem? {
    guard case .single(.invalid(_, let problem)) = decode(text) else { return nil }
    return problem
  }

  /// The call that a single message makes.
  static func call(_ text: String) -> Call? {
    guard case .single(.call(let call)) = decode(text) else { return nil }
    return call
  }

  private static func decode(_ text: String) -> FrameContent {
    var decoder = MessageDecoder(budget: budget, batchLimit: 100)
    return decoder.decode(Array(text.utf8).span)
  }
}
