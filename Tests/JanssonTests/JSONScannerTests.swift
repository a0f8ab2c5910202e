import Jansson
import Testing

@Suite struct JSONScannerTests {
  @Test(arguments: [
    "{}", "[]", "[[]]", "[{}]", #"{"a":{}}"#, #"{"a":[]}"#, "[1,2,3]", #"{"a":1,"b":2}"#, #"{"":""}"#,
    " [ 1 , { \"a\" : null } ]\t\r\n", #"{"a":1,"a":2}"#, "1", "\"a\"", "null", " true ", "\n[]\n",
  ])
  func `a text of RFC 8259 is taken`(text: String) {
    #expect(Scan.error(text) == nil)
  }

  @Test(arguments: [
    "", " ", "\n", "[", "]", "{", "}", ",", ":", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[1:2]",
    "[}",
    "{]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a"::1}"#,
    "{1:2}", "{a:1}", #"{"a":1:2}"#, "{null:1}", "{[]:1}", "[]]", "{}}", "[] []", "1 2", "{} 1", "[1]x",
    "[1,//\n2]", "/**/1", "\u{FEFF}1", "[1\u{A0}]", "\u{B}1", "\u{C}1", #"["a""b"]"#, #"[1"a"]"#,
    #"{"a":1"b":2}"#,
    #"{"a","b"}"#,
  ])
  func `what is no text of RFC 8259 is refused`(text: String) {
    #expect(Scan.error(text).isSyntax)
  }

  @Test(arguments: [[0x00], [0x5B, 0xFF, 0x5D], [0x80], [0xEF, 0xBB, 0xBF, 0x31]] as [[UInt8]])
  func `a byte that begins no token is refused`(text: [UInt8]) {
    #expect(Scan.error(text).isSyntax)
  }

  // MARK: Budget

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `the depth may be 128 and no more`(open: String, close: String) {
    let nested = { (depth: Int) in
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    #expect(Scan.error(nested(128)) == nil)
    #expect(Scan.error(nested(129)) == .tooDeep(limit: 128))
  }

  @Test func `what lies side by side is not deep`() {
    #expect(Scan.error("[[],[],{},[[]]]", JSONBudget(depth: 3, tokens: 100)) == nil)
  }

  @Test func `objects and arrays are told apart at every depth`() {
    let open = String(repeating: #"[{"a":"#, count: 64)
    let close = String(repeating: "}]", count: 64)
    #expect(Scan.error(open + "1" + close) == nil)
    #expect(Scan.error(open + "1" + close.replacing("}]", with: "]}")).isSyntax)
  }

  @Test(arguments: [("[[1,2],{\"a\":3}]", 6), ("{}", 1), ("7", 0), ("[1,2,3]", 3), (#"["[,:{"]"#, 1)])
  func `opening brackets, commas and colons outside strings are counted`(text: String, tokens: Int) {
    #expect(Scan.error(text, JSONBudget(depth: 9, tokens: tokens)) == nil)
    guard tokens > 0 else { return }
    #expect(
      Scan.error(text, JSONBudget(depth: 9, tokens: tokens - 1)) == .tooManyValues(limit: tokens - 1))
  }

  @Test func `a text over the budget is not read to its end`() {
    #expect(Scan.error("[[[[ no JSON at all", JSONBudget(depth: 3, tokens: 100)) == .tooDeep(limit: 3))
  }
}
