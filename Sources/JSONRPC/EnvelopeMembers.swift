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
  init(named literal: Range<Int>, of text: Span<UInt8>, mayHaveEscapes: Bool) {
    if mayHaveEscapes, text.extracting(literal).firstIndex(of: UInt8(ascii: "\\")) != nil {
      let name = JSONString.bytes(text.extracting(literal))
      self.init(NameWord(name.span, 0..<name.count))
    } else {
      self.init(NameWord(text, literal.lowerBound + 1..<literal.upperBound - 1))
    }
  }

  private init(_ name: NameWord) {
    self =
      switch name.rawValue {
      case MemberName.id: .id
      case MemberName.error: .error
      case MemberName.method: .method
      case MemberName.params: .params
      case MemberName.result: .result
      case MemberName.version: .version
      default: []
      }
  }
}

/// The names as a ``NameWord`` holds them: to compare a constant takes one instruction, to compare bytes twenty.
enum MemberName {
  static var id: UInt64 { 0x02_00_00_00_00_00_64_69 }
  static var error: UInt64 { 0x05_00_00_72_6F_72_72_65 }
  static var method: UInt64 { 0x06_00_64_6F_68_74_65_6D }
  static var params: UInt64 { 0x06_00_73_6D_61_72_61_70 }
  static var result: UInt64 { 0x06_00_74_6C_75_73_65_72 }
  /// `jsonrpc`.
  static var version: UInt64 { 0x07_63_70_72_6E_6F_73_6A }
}
