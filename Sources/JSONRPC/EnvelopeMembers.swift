import Jansson

/// The members of a message that mean something: JSON-RPC 2.0, sections 4 and 5.
struct EnvelopeMembers: OptionSet {
  let rawValue: UInt8

  static let version = EnvelopeMembers(rawValue: 1)
  static let id = EnvelopeMembers(rawValue: 2)
  static let method = EnvelopeMembers(rawValue: 4)
  static let params = EnvelopeMembers(rawValue: 8)
  static let result = EnvelopeMembers(rawValue: 16)
  static let error = EnvelopeMembers(rawValue: 32)
}

extension EnvelopeMembers {
  /// The member of that name, a literal of a scanned text; empty for another name.
  init(named literal: Span<UInt8>, mayHaveEscapes: Bool) {
    if mayHaveEscapes, literal.firstIndex(of: UInt8(ascii: "\\")) != nil {
      self.init(JSONString.bytes(literal).span)
    } else {
      self.init(literal.extracting(1..<literal.count - 1))
    }
  }

  private init(_ name: Span<UInt8>) {
    self =
      switch name.count {
      case 2 where name.spells("id"): .id
      case 5 where name.spells("error"): .error
      case 6 where name.spells("method"): .method
      case 6 where name.spells("params"): .params
      case 6 where name.spells("result"): .result
      case 7 where name.spells("jsonrpc"): .version
      default: []
      }
  }
}
