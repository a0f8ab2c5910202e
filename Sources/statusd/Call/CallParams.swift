import JSONRPC
import Jansson
import Reactor
import Settings

/// The params of a call as a person gives them.
///
/// The session judges names, types and ranges. What is checked here is only whether there are params at all.
enum CallParams: Equatable {
  case none
  /// The text of an array or an object.
  case json([UInt8])
  /// Words like `resource=menu`; a type comes with the signature of the method.
  case words([Word])

  struct Word: Equatable {
    let name: String
    let value: String
  }

  /// The most bytes of params on standard input; a session takes no more by default.
  private static let longest = 1_048_576

  /// - Parameters:
  ///   - method: The method that they are for.
  ///   - settings: The command line, for the names of resources.
  init(_ words: [String], of method: String = "", _ settings: CommandLineSettings = CommandLineSettings())
    throws(CommandEnd)
  {
    switch words {
    case []: self = .none
    case ["-"]: self = .json(try Self.checked(try Self.standardInput, "the text on standard input"))
    case let words where words.count == 1 && !Self.isNamed(words[0]):
      let advice = ParamAdvice(for: words[0], of: method, settings)
      self = .json(try Self.checked(Array(words[0].utf8), "PARAMS", advice))
    default: self = .words(try Self.named(words))
    }
  }

  /// Whether a word is like `name=value`: a name of letters, digits and dots, and something else behind it.
  private static func isNamed(_ word: String) -> Bool {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals != word.startIndex else {
      return false
    }
    return word.utf8[..<equals].allSatisfy {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_")
    }
  }

  private static func named(_ words: [String]) throws(CommandEnd) -> [Word] {
    var named: [Word] = []
    var names: Set<String> = []
    for word in words {
      guard isNamed(word), let equals = word.firstIndex(of: "=") else {
        throw .mistake("several PARAMS must be words like name=value; JSON is one word, in quotes")
      }
      let name = String(word[..<equals])
      guard names.insert(name).inserted else {
        throw .mistake("a name stands twice among PARAMS")
      }
      named.append(Word(name: name, value: String(word[word.index(after: equals)...])))
    }
    return named
  }

  private static var standardInput: [UInt8] {
    get throws(CommandEnd) {
      do throws(SystemError) {
        if let text = try StandardInput.readAll(limit: longest) { return text }
      } catch {
        throw .mistake("standard input cannot be read: \(error)")
      }
      throw .mistake("the text on standard input has more than \(longest) bytes")
    }
  }

  /// The text, if it is an array or an object.
  private static func checked(
    _ text: [UInt8], _ noun: String, _ advice: ParamAdvice? = nil
  ) throws(CommandEnd) -> [UInt8] {
    var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max))
    do throws(JSONScanError) {
      try scanner.scan(text.span)
    } catch {
      if case .syntax(_, let offset) = error {
        let sentence = "\(noun) must be JSON, or words like name=value"
        throw .mistake("\(sentence); \(advice?.sentence ?? "a syntax error is at byte \(offset)")")
      }
    }
    guard [.object, .array].contains(scanner.outline.kind) else {
      throw .mistake("\(noun) must be a JSON object or array")
    }
    return text
  }
}

// MARK: As JSON

extension CallParams {
  /// Whether a time-out can be the method's own param, so that a failure says how far the fetch got.
  func canCarryTimeout(_ signature: MethodSignature?) -> Bool {
    guard let signature, signature.parameters.contains(where: { $0.name == "timeout" }) else { return false }
    switch self {
    case .none: return true
    case .json: return false
    case .words(let words): return !words.contains { $0.name == "timeout" }
    }
  }

  /// The params with a time-out as the method's own: see ``canCarryTimeout(_:)``.
  func adding(timeout: Duration) -> CallParams {
    let word = Word(name: "timeout", value: "\(timeout.inSeconds)")
    return if case .words(let words) = self { .words(words + [word]) } else { .words([word]) }
  }

  /// The params as the text of an array or an object; nil for none.
  ///
  /// - Parameter signature: The signature of the method; nil for an unknown one.
  func text(for signature: MethodSignature?) -> [UInt8]? {
    switch self {
    case .none: return nil
    case .json(let text): return text
    case .words(let words):
      return JSONText { json in
        json.object { json in
          for word in words {
            let type = signature?.parameters.first { $0.name == word.name }?.type
            json.member(named: word.name) { $0.text(Self.value(word.value, type)) }
          }
        }
      }.bytes
    }
  }

  /// The value of a word: JSON where the parameter is no string and it is JSON, otherwise a string.
  ///
  /// What is no value of the type goes to the session as a string, which says what was expected.
  private static func value(_ value: String, _ type: ParameterType?) -> JSONText {
    let bytes = Array(value.utf8)
    let string = JSONText { $0.string(value) }
    if type == .string { return string }
    var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max), keepsOutline: false)
    guard (try? scanner.scan(bytes.span)) != nil else { return string }
    if type == .stringOrObject, scanner.outline.kind != .object { return string }
    return JSONText(trusting: bytes)
  }
}

extension Duration {
  /// Seconds, without rounding.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
