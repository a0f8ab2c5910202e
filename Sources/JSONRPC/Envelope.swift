import Jansson

/// The outermost members of one message, as ranges of its text.
struct Envelope {
  /// A message that has to be answered with an error, and under which id.
  struct Refusal: Error {
    let id: RequestID
    let fault: ProtocolFault
  }

  private var version: Range<Int>?
  private var method: Range<Int>?
  private var params: Range<Int>?
  private var hasOutcome = false
  private var duplicate: String?

  /// nil when the message has none.
  private(set) var id: RequestID?
  private var idFault: ProtocolFault?

  init(_ outline: JSONOutline, _ text: Span<UInt8>) throws(Refusal) {
    var seen: Set<String> = []
    var idIsDuplicate = false
    for member in outline.members {
      let name = JSONString.decode(text.extracting(member.name))
      let isNew = seen.insert(name).inserted
      if !isNew {
        duplicate = duplicate ?? name
        idIsDuplicate = idIsDuplicate || name == "id"
      }
      note(name, member.value, text)
    }
    if idIsDuplicate { id = .null }
    // What looks like a response is never answered, however broken it is.
    if isResponse { return }
    if let duplicate {
      throw refusal("duplicateKey", "The message has two members named \(duplicate.quoted)")
    }
    if let idFault { throw Refusal(id: .null, fault: idFault) }
  }

  var isResponse: Bool { method == nil && hasOutcome }

  private mutating func note(_ name: String, _ value: Range<Int>, _ text: Span<UInt8>) {
    switch name {
    case "jsonrpc": version = value
    case "method": method = value
    case "params": params = value
    case "id": noteID(text.extracting(value))
    case "result", "error": hasOutcome = true
    default: break
    }
  }

  private mutating func noteID(_ text: Span<UInt8>) {
    switch text[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "t"), UInt8(ascii: "f"):
      idFault = .init(.invalidRequest, reason: "idType", "id must be a string, a number or null")
    default:
      id = RequestID(trusting: text.array)
      guard text.count > RequestID.maximumLength else { return }
      id = .null
      idFault = .init(
        .invalidRequest, reason: "idTooLong",
        "id may be \(RequestID.maximumLength) bytes long, got \(text.count)", limit: RequestID.maximumLength)
    }
  }

  private func refusal(_ reason: String, _ explanation: String) -> Refusal {
    Refusal(id: id ?? .null, fault: .init(.invalidRequest, reason: reason, explanation))
  }
}

// MARK: The call

extension Envelope {
  /// The call that the message makes, which is not a response's.
  func call(_ text: Span<UInt8>) throws(Refusal) -> Message {
    guard let version, JSONString.decodeIfString(text.extracting(version)) == "2.0" else {
      throw refusal("version", #"jsonrpc must be "2.0""#)
    }
    guard let method, let name = JSONString.decodeIfString(text.extracting(method)) else {
      throw refusal("method", "method must be a string")
    }
    guard !hasOutcome else {
      throw refusal("ambiguous", "A message has either method, or result or error")
    }
    do throws(ProtocolFault) {
      let value = try readParams(text)
      let paramsText = name.hasPrefix("$/") ? params.map { text.extracting($0).array } : nil
      return .call(Call(id: id, method: name, params: value, paramsText: paramsText ?? []))
    } catch {
      // A well-formed notification is not answered, failing or not; a malformed message is.
      if id == nil, error.code == .invalidParams { return .ignored }
      throw Refusal(id: id ?? .null, fault: error)
    }
  }

  private func readParams(_ text: Span<UInt8>) throws(ProtocolFault) -> JSONValue? {
    guard let params else { return nil }
    let bytes = text.extracting(params)
    switch bytes[0] {
    case UInt8(ascii: "n"): return nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): break
    default:
      throw .init(.invalidRequest, reason: "paramsType", "params must be an object or an array")
    }
    do throws(JSONParseError) {
      let value = try JSONValue.parse(bytes)
      return value.count == 0 ? nil : value
    } catch {
      throw ProtocolFault(params: error, bytes)
    }
  }
}

extension ProtocolFault {
  /// What the scanner passed and jansson refuses, which is valid JSON all the same.
  fileprivate init(params error: JSONParseError, _ bytes: Span<UInt8>) {
    let path = JSONPointer.toRefusedValue(in: bytes)
    let place = "params" + path.replacing("/", by: ".")
    switch error.reason {
    case .duplicateKey:
      self.init(.invalidRequest, reason: "duplicateKey", "\(place) has two members of one name", path: path)
    case .numberRange:
      self.init(.invalidParams, reason: "range", "\(place) does not fit 64 bits", path: path)
    case .nullInKey:
      self.init(.invalidParams, reason: "unknown", "\(place) has a name with U+0000 in it", path: path)
    case .syntax, .encoding, .resources:
      self.init(.parseError, "Not JSON: params cannot be read")
    }
  }
}

extension String {
  /// The string in quotes, for sentences.
  var quoted: String { "\"\(self)\"" }
}
