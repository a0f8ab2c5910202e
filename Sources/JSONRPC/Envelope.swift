import Jansson
import Text

/// The outermost members of one message, as ranges of its text.
struct Envelope {
  /// Why a message gets an error as its response, and under which id.
  struct Invalid: Error {
    let id: RequestID
    let problem: ProtocolProblem
  }

  private var version: Range<Int>?
  private var method: Range<Int>?
  private var params: Range<Int>?
  private var hasResult = false
  private var hasError = false
  private var duplicate: String?

  /// nil when the message has none.
  private(set) var id: RequestID?
  private var idProblem: ProtocolProblem?
  private var numberProblem: ProtocolProblem?

  init(_ outline: JSONOutline, _ text: Span<UInt8>) throws(Invalid) {
    // By bytes: strings that differ may be equal to Swift, by canonical equivalence.
    var others: Set<[UInt8]> = []
    var idIsDuplicate = false
    for member in outline.members {
      let name = JSONString.decode(text.extracting(member.name))
      if hasNoted(name) ?? !others.insert(Array(name.utf8)).inserted {
        duplicate = duplicate ?? name
        idIsDuplicate = idIsDuplicate || name == "id"
      }
      note(name, member.value, text)
    }
    if let name = outline.unfinishedName { noteUnfinished(JSONString.decode(text.extracting(name))) }
    if idIsDuplicate { id = .null }
    // A message that looks like a response gets none, however broken it is.
    if isResponse { return }
    if let duplicate {
      throw refusal("duplicateKey", "The message has two members named \(duplicate.quoted)")
    }
    if let idProblem { throw Invalid(id: .null, problem: idProblem) }
    if let numberProblem { throw Invalid(id: id ?? .null, problem: numberProblem) }
  }

  var isResponse: Bool { method == nil && hasOutcome }

  private var hasOutcome: Bool { hasResult || hasError }

  /// Whether the member stood there before; nil for a name that means nothing here.
  private func hasNoted(_ name: String) -> Bool? {
    switch name {
    case "jsonrpc": version != nil
    case "method": method != nil
    case "params": params != nil
    case "id": id != nil || idProblem != nil
    case "result": hasResult
    case "error": hasError
    default: nil
    }
  }

  private mutating func note(_ name: String, _ value: Range<Int>, _ text: Span<UInt8>) {
    switch name {
    case "jsonrpc": version = value
    case "method": method = value
    case "params": params = value
    case "id": return noteID(text.extracting(value))
    case "result": hasResult = true
    case "error": hasError = true
    default: break
    }
    // The method judges what is inside params. Nothing in a response is judged.
    // "[" and "{" are one bit apart.
    let isInside = name == "params" && text[value.lowerBound] | 0x20 == UInt8(ascii: "{")
    if !isInside, !hasOutcome { noteNumber(name, text.extracting(value)) }
  }

  /// Notes a member whose value goes over the budget; only its name is known.
  private mutating func noteUnfinished(_ name: String) {
    hasResult = hasResult || name == "result"
    hasError = hasError || name == "error"
  }

  /// Notes a number beyond 64 bits as such, whatever the member should have been.
  ///
  /// Strings, which most members are, hold none.
  private mutating func noteNumber(_ name: String, _ text: Span<UInt8>) {
    guard text[0] != UInt8(ascii: "\"") else { return }
    do throws(JSONParseError) {
      _ = try JSONValue.parse(text)
    } catch {
      guard error.reason == .numberRange else { return }
      numberProblem = .init(.invalidRequest, reason: "range", "\(name.excerpt) does not fit 64 bits")
    }
  }

  private mutating func noteID(_ text: Span<UInt8>) {
    switch text[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "t"), UInt8(ascii: "f"):
      idProblem = .init(.invalidRequest, reason: "idType", "id must be a string, a number or null")
    default:
      id = RequestID(trusting: text.array)
      guard text.count > RequestID.maximumLength else { return }
      id = .null
      idProblem = .init(
        .invalidRequest, reason: "idTooLong",
        "id may be \(RequestID.maximumLength) bytes long, got \(text.count)", limit: RequestID.maximumLength)
    }
  }

  private func refusal(_ reason: String, _ explanation: String) -> Invalid {
    Invalid(id: id ?? .null, problem: .init(.invalidRequest, reason: reason, explanation))
  }
}

// MARK: The call

extension Envelope {
  /// The call that the message makes, which is not a response's.
  func call(_ text: Span<UInt8>) throws(Invalid) -> Message {
    guard let version, JSONString.decodeIfString(text.extracting(version)) == "2.0" else {
      throw refusal("version", #"jsonrpc must be "2.0""#)
    }
    guard let method, let name = JSONString.decodeIfString(text.extracting(method)) else {
      throw refusal("method", "method must be a string")
    }
    guard !hasOutcome else {
      throw refusal("ambiguous", "A message has either method, or result or error")
    }
    do throws(ProtocolProblem) {
      return .call(try Call(id: id, method: name, text, params))
    } catch {
      throw Invalid(id: id ?? .null, problem: error)
    }
  }
}
