import Jansson

/// One message of the daemon's, to be looked into.
struct Sent {
  let text: JSONText
  private let outline: JSONOutline

  init(_ text: JSONText) throws {
    var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max))
    try scanner.scan(text.bytes.span)
    self.init(text, scanner.outline)
  }

  private init(_ text: JSONText, _ outline: JSONOutline) {
    self.text = text
    self.outline = outline
  }

  /// What is read where there is nothing.
  static var nothing: Sent { Sent(.null, JSONScanner(budget: JSONBudget(depth: 1, tokens: 0)).outline) }

  /// The snapshot of `state` before anything has happened.
  static let idleState =
    #"{"resource":"state","revision":0,"status":"idle","isFetching":false,"isStale":false,"#
    + #""autoPolling":{"enabled":false,"interval":10,"consecutiveFailures":0}}"#

  /// The id as it was written; nil for a notification and a batch.
  var id: String? {
    member("id")?.description
  }

  private func member(_ name: Substring) -> JSONText? {
    outline.members.first { part($0.name).description == "\"\(name)\"" }.map { part($0.value) }
  }

  private func part(_ range: Range<Int>) -> JSONText { JSONText(trusting: Array(text.bytes[range])) }

  /// A scalar by the names and indices that lead to it, `error.data.kind`, as text.
  subscript(path: String) -> String? {
    guard let value = value(at: path) else { return nil }
    return switch value.kind {
    case .string: value.string
    case .integer: value.integer.map(String.init)
    case .real: value.number.map { "\($0)" }
    case .boolean: value.boolean.map(String.init)
    case .null: "null"
    case .object, .array: value.kind.rawValue
    }
  }

  /// The texts at `path` of each element of the array at `array`.
  func all(_ array: String, _ path: String) -> [String] {
    (0..<(value(at: array)?.count ?? 0)).map { self["\(array).\($0).\(path)"] ?? "nil" }
  }

  /// The names of the members of the object at that place, in order.
  func names(_ path: String) -> [String] {
    path.isEmpty
      ? outline.members.map { String(part($0.name).description.dropFirst().dropLast()) }
      : value(at: path)?.members.map(\.name) ?? []
  }

  /// The outermost members are parsed one by one: jansson cannot hold every id.
  private func value(at path: String) -> JSONValue? {
    let steps = path.split(separator: ".")
    let first = steps.first.flatMap(member).flatMap { try? JSONValue.parse($0.bytes.span) }
    return steps.dropFirst().reduce(first) { value, step in
      Int(step).map { value?[$0] } ?? value?[String(step)]
    }
  }

  var isBatch: Bool { outline.kind == .array }
  var isNotification: Bool { member("method") != nil }

  /// The responses in the message, in order: those of a batch, one, or none.
  var responses: [Sent] {
    isBatch ? outline.elements.compactMap { try? Sent(part($0)) } : isNotification ? [] : [self]
  }
}

extension Sent: CustomStringConvertible {
  /// The message in a few words: `1: state loaded 2` for a snapshot, `1: timeout` for an error, `1: null` or
  /// `1: object` for other results, `state loading 1` for a notification, with `+3` for those that were left
  /// out.
  var description: String {
    if isBatch { return "[\(responses.map(\.description).joined(separator: ", "))]" }
    if isNotification {
      return snapshot("params") + (self["params.coalesced"].map { $0 == "0" ? "" : " +\($0)" } ?? "")
    }
    let outcome =
      self["error.data.kind"] ?? (self["result.status"] == nil ? self["result"] : snapshot("result"))
    return "\(id ?? "?"): \(outcome ?? "?")"
  }

  private func snapshot(_ path: String) -> String {
    let words = ["resource", "status", "revision"].map { self["\(path).\($0)"] ?? "?" }
    return words.joined(separator: " ") + (self["\(path).isFetching"] == "true" ? " fetching" : "")
  }
}
