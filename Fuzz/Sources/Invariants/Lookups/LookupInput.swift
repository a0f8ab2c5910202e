/// What the bytes of an input say: one names the question, a line asks it, and the rest is the JSON that it is asked of.
struct LookupInput {
  enum Question: UInt8, CaseIterable {
    case pointer, condition
  }

  let question: Question
  let word: String
  /// The value, of a text without white space between its tokens.
  let value: JSONNode
  let text: [UInt8]

  /// nil for an input without a JSON text.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first, let end = bytes.firstIndex(of: 0x0A) else { return nil }
    question = Question.allCases[Int(first) % Question.allCases.count]
    word = String(decoding: bytes[1..<max(end, 1)], as: UTF8.self)
    let given = Array(bytes[(end + 1)...])
    guard String(validating: given, as: UTF8.self) != nil,
      (try? JSONNode(reading: given, JSONNode.roomy)) != nil
    else { return nil }
    text = Self.compact(given)
    guard let value = try? JSONNode(reading: text, JSONNode.roomy) else { return nil }
    self.value = value
  }

  private static func compact(_ text: [UInt8]) -> [UInt8] {
    var (isString, isEscaped) = (false, false)
    return text.filter { byte in
      defer {
        if byte == UInt8(ascii: "\""), !isEscaped { isString.toggle() }
        isEscaped = isString && byte == UInt8(ascii: "\\") && !isEscaped
      }
      return isString || ![0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
  }
}

/// Inputs to begin with.
package enum LookupSeeds {
  package static let all: [[UInt8]] = texts.map { question, word, text in
    [question.rawValue] + Array("\(word)\n\(text)".utf8)
  }

  private static let object = #"{"a/b":[1,{"m~n":null}],"é":0,"e\u0301":{"":[]},"\u00e8":"x","a":-1.50e1}"#

  private static let texts: [(LookupInput.Question, String, String)] = [
    (.pointer, "", object), (.pointer, "/a~1b/1/m~0n", object), (.pointer, "/a~1b/01", object),
    (.pointer, "/e\u{301}/", object), (.pointer, "/é/~0\u{301}", object), (.pointer, "/a~2", object),
    (.pointer, "/a/x", object), (.pointer, "/couriers/0/nam", #"{"couriers":[{"name":"n","id":"c"}]}"#),
    (.condition, "/a=-15", object), (.condition, "/a>=-15.0", object), (.condition, "/a<=1e400", object),
    (.condition, "!/a~1b/2", object), (.condition, "/è!=x", object), (.condition, "/è=x", object),
    (.condition, #"/a~1b=[10e-1, {"m\u007en": null}]"#, object),
    (.condition, "/=é", #"{"":"\u00e9"}"#),
    (.condition, #"={"b":[1,2],"a":"x"}"#, #"{"a":"\u0078","b":[1.0,0.2e1]}"#),
    (.condition, "/a>=12345678901234567890.1", #"{"a":123456789012345678901e-1}"#),
  ]
}
