import Jansson

/// The member `_meta` of a request's params, as far as this server reads it.
struct MCPMeta {
  /// The JSON texts of the members; nil for those that are absent.
  private(set) var version: [UInt8]?
  private(set) var capabilities: [UInt8]?
  /// The token of the progress that the client wants to hear of; nil for none that can be used.
  private(set) var progressToken: [UInt8]?

  /// The longest token that is kept.
  private static let longestToken = 4_096

  init() {}

  /// - Parameter text: A JSON value that was scanned; what is no object has no members.
  init(_ text: ArraySlice<UInt8>) {
    var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max))
    guard (try? scanner.scan(text.span)) != nil else { return }
    for member in scanner.outline.members {
      let (name, value) = (text.span.extracting(member.name), text.span.extracting(member.value))
      if name.spells(#""io.modelcontextprotocol/protocolVersion""#) {
        version = value.array
      } else if name.spells(#""io.modelcontextprotocol/clientCapabilities""#) {
        capabilities = value.array
      } else if name.spells(#""progressToken""#) {
        progressToken = Self.token(value)
      }
    }
  }

  /// A string or an integer, as it was written.
  private static func token(_ value: Span<UInt8>) -> [UInt8]? {
    let isToken = value[0] == UInt8(ascii: "\"") || JSONNumber(value)?.integer != nil
    return isToken && value.count <= longestToken ? value.array : nil
  }

  /// Whether the client can be answered with a task.
  var canTakeTasks: Bool {
    guard let capabilities, let extensions = try? JSONValue.parse(capabilities.span)["extensions"] else {
      return false
    }
    return extensions["io.modelcontextprotocol/tasks"]?.kind == .object
  }

  /// Whether the client can ask its user to fill in a form.
  var canElicit: Bool {
    guard let capabilities, let elicitation = try? JSONValue.parse(capabilities.span)["elicitation"],
      elicitation.kind == .object
    else { return false }
    return elicitation.count == 0 || elicitation["form"] != nil
  }
}

extension MCPMeta {
  /// What was read last: a client that names its version in each request sends the same members each time.
  struct Last {
    private var text: [UInt8] = []
    private var meta = MCPMeta()

    /// The longest text that is kept.
    private static let longest = 1_024

    mutating func read(_ text: ArraySlice<UInt8>) -> MCPMeta {
      if text.span.isEqual(to: self.text.span) { return meta }
      let read = MCPMeta(text)
      if text.count <= Self.longest { (self.text, meta) = (Array(text), read) }
      return read
    }
  }
}
