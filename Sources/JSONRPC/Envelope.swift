import Jansson
import Text

/// The outermost members of one message, as ranges of its text.
struct Envelope {
  /// Why a message gets an error as its response, and under which id.
  struct Invalid: Error {
    let id: RequestID
    let problem: ProtocolProblem
  }

  private let isPlain: Bool
  private var present: EnvelopeMembers = []
  private var repeated: EnvelopeMembers = []
  private var version: Range<Int>?
  private var method: Range<Int>?
  private var params: Range<Int>?
  private var id: Range<Int>?
  /// Whether a member has to be judged that means nothing here, or not what it should.
  private var hasOddMembers = false

  init(_ outline: borrowing JSONOutline, _ text: Span<UInt8>) {
    isPlain = outline.isPlain
    // The elements of an array that goes over the budget have no names.
    guard case .object = outline.kind else { return }
    for index in 0..<outline.parts.count {
      let part = outline.parts[index]
      note(member(part.name, text), part.value, text[part.value.lowerBound])
    }
    // The value of a member that goes over the budget is not known, but its name is.
    if let name = outline.unfinishedName { present.formUnion(member(name, text)) }
  }

  /// Whether the message looks like a response.
  ///
  /// Such a message gets none, however broken it is.
  var isResponse: Bool { method == nil && hasOutcome }

  private var hasOutcome: Bool { !present.isDisjoint(with: [.result, .error]) }

  private func member(_ name: Range<Int>, _ text: Span<UInt8>) -> EnvelopeMembers {
    EnvelopeMembers(named: name, of: text, mayHaveEscapes: !isPlain)
  }

  private mutating func note(_ member: EnvelopeMembers, _ value: Range<Int>, _ first: UInt8) {
    repeated.formUnion(present.intersection(member))
    present.formUnion(member)
    switch member {
    case .version:
      version = value
      hasOddMembers = hasOddMembers || first != UInt8(ascii: "\"")
    case .method:
      method = value
      hasOddMembers = hasOddMembers || first != UInt8(ascii: "\"")
    case .params:
      params = value
      hasOddMembers = hasOddMembers || !Self.opensContainer(first)
    case .id: id = value
    case .result, .error: break
    default: hasOddMembers = true
    }
  }

  private static func opensContainer(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }
}

// MARK: The id

extension Envelope {
  /// The id under which an error is reported: `null` where the message has none that can be used.
  func idOfProblem(_ text: Span<UInt8>) -> RequestID {
    guard let id, !repeated.contains(.id), problem(ofID: id, text) == nil else { return .null }
    return RequestID(text, id)
  }

  private func problem(ofID id: Range<Int>, _ text: Span<UInt8>) -> ProtocolProblem? {
    switch text[id.lowerBound] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "t"), UInt8(ascii: "f"):
      .init(.invalidRequest, reason: "idType", "id must be a string, a number or null")
    case _ where id.count > RequestID.maximumLength:
      .init(
        .invalidRequest, reason: "idTooLong",
        "id may be \(RequestID.maximumLength) bytes long, got \(id.count)", limit: RequestID.maximumLength)
    default: nil
    }
  }
}

// MARK: Judging

extension Envelope {
  /// Judges all members; the id is fit for a call afterwards.
  func judge(_ outline: JSONOutline, _ text: Span<UInt8>) throws(Invalid) {
    if hasOddMembers || !repeated.isEmpty { try judgeNames(outline, text) }
    if let id, let problem = problem(ofID: id, text) { throw Invalid(id: .null, problem: problem) }
    if hasOddMembers { try judgeNumbers(outline, text) }
  }

  private func judgeNames(_ outline: JSONOutline, _ text: Span<UInt8>) throws(Invalid) {
    guard let name = outline.repeatedName(in: text) else { return }
    let decoded = JSONString.decode(text.extracting(name))
    throw refusal("duplicateKey", "The message has two members named \(decoded.quoted)", text)
  }

  /// Refuses a number beyond 64 bits as such, whatever the member should have been.
  private func judgeNumbers(_ outline: JSONOutline, _ text: Span<UInt8>) throws(Invalid) {
    for part in outline.parts {
      switch member(part.name, text) {
      // The id is never read as a number, and a method with an outcome is refused anyway.
      case .id, .result, .error: continue
      // The method judges what is inside params.
      case .params where Self.opensContainer(text[part.value.lowerBound]): continue
      default: break
      }
      guard JSONFlaw.first(in: text.extracting(part.value))?.kind == .numberRange else { continue }
      let name = JSONString.decode(text.extracting(part.name))
      throw refusal("range", "\(name.excerpt) does not fit 64 bits", text)
    }
  }

  private func refusal(_ reason: String, _ explanation: Sentence, _ text: Span<UInt8>) -> Invalid {
    Invalid(id: idOfProblem(text), problem: .init(.invalidRequest, reason: reason, explanation))
  }
}

// MARK: The call

extension Envelope {
  /// The call that a judged message makes, which is not a response's.
  func call(_ outline: JSONOutline, _ text: Span<UInt8>) throws(Invalid) -> Call {
    guard let version, isSupported(text.extracting(version)) else {
      throw refusal("version", #"jsonrpc must be "2.0""#, text)
    }
    guard let method, text[method.lowerBound] == UInt8(ascii: "\"") else {
      throw refusal("method", "method must be a string", text)
    }
    guard !hasOutcome else {
      throw refusal("ambiguous", "A message has either method, or result or error", text)
    }
    do throws(ProtocolProblem) {
      let name = MethodName(literal: method, of: text, mayHaveEscapes: !isPlain)
      let id = id.map { RequestID(text, $0) }
      return try Call(id: id, name: name, text, params, outline: outline)
    } catch {
      throw Invalid(id: idOfProblem(text), problem: error)
    }
  }

  private func isSupported(_ version: Span<UInt8>) -> Bool {
    if version.spells(#""2.0""#) { return true }
    return version[0] == UInt8(ascii: "\"") && JSONString.bytes(version).span.spells("2.0")
  }
}
