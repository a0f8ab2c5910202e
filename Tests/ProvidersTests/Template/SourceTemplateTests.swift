import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Sources with `{name}` in them: what an argument becomes, and what it may not be.
struct SourceTemplateTests {
  private func template(_ text: String) throws -> SourceTemplate {
    guard case .template(let template) = try SourceAddress(text) else {
      throw Missing()
    }
    return template
  }

  private struct Missing: Error {}

  /// What a client reads of the arguments that a source refuses: the name and the rest of the sentence.
  private func fault(_ text: String, _ values: [String: String]) throws -> ArgumentFault? {
    let template = try template(text)
    do throws(ArgumentFault) {
      _ = try template.address(with: ResourceArguments(values))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("https://h/{a}/x?q={b}&r={a}", ["a", "b"]), ("http://h/{build_1}.json", ["build_1"]),
    ("file:/x/{A}/{b}.json", ["A", "b"]), ("command:show --branch={a} {b}'{c}'", ["a", "b"]),
  ])
  func `the parameters are in the order of the source`(text: String, parameters: [String]) throws {
    #expect(try template(text).parameters == parameters)
  }

  @Test(arguments: [
    #"https://h/?filter={"a":1}"#, "https://h/{}", "https://h/{1}", "https://h/%7Bname%7D", "file:{}",
    "file:{a b}",
    "file:{a", "file:a}", "file:{1}", "file:{_a}", "command:awk '{print}'", #"command:a "{b}" \{c}"#,
    "command:a {b,c} {} {.x}", "file:{é}",
  ])
  func `other braces stand for themselves`(text: String) throws {
    if case .template = try SourceAddress(text) { Issue.record("\(text) is a template") }
  }

  @Test func `the name of a parameter has at most 64 characters`() throws {
    let name = String(repeating: "a", count: 64)
    #expect(try template("file:{\(name)}").parameters == [name])
    #expect(try SourceAddress("file:{\(name)a}") == .file("{\(name)a}"))
  }

  @Test func `a source has at most 16 parameters`() throws {
    let names = (1...16).map { "{a\($0)}" }
    #expect(try template("file:" + names.joined()).parameters.count == 16)
    #expect(try template("file:{a}" + String(repeating: "{b}", count: 20)).parameters.count == 2)
    let error = #expect(throws: SourceAddressError.self) { try SourceAddress("file:{a}" + names.joined()) }
    #expect(error?.description == "a source must have at most 16 parameters")
  }

  @Test(arguments: [
    ("https://{x}/a", "host"), ("https://a.{x}.example/", "host"), ("https://h:{x}/", "port"),
    ("https://{x}@h/", "user"), ("https://me:{x}@h/", "user"), ("{x}://h/", "scheme"),
    ("https://h/#{x}", "fragment"),
  ])
  func `whom a request goes to is no client's choice`(text: String, place: String) {
    let error = #expect(throws: SourceAddressError.self) { try SourceAddress(text) }
    #expect(
      error?.description
        == "the \(place) of a URL must not hold a template; its path and its query may (%7B stands for “{”)")
  }

  @Test(arguments: [
    "{+x}", "{#x}", "{.x}", "{/x}", "{;x}", "{?x}", "{&x}", "{x,y}", "{x*}", "{x:3}", "{x.y}",
  ])
  func `other expressions of RFC 6570 are refused`(expression: String) {
    let error = #expect(throws: SourceAddressError.self) { try SourceAddress("https://h/a\(expression)") }
    #expect(
      error?.description == "a template in a URL must be {name}; no other form of RFC 6570 is understood")
  }

  @Test func `the program of a command is no client's choice`() {
    let error = #expect(throws: SourceAddressError.self) { try SourceAddress("command:/bin/{x} a") }
    #expect(
      error?.description == "the program of a command must not hold a template; its further words may")
  }

  // MARK: URLs

  @Test(arguments: [
    ("main", "main"), ("feature/x", "feature%2Fx"), ("a b&c=d?e#f", "a%20b%26c%3Dd%3Fe%23f"),
    ("%00", "%2500"), ("..%2f", "..%252f"), ("ü", "%C3%BC"), ("-._~", "-._~"), ("a+b", "a%2Bb"),
    ("{b}", "%7Bb%7D"),
    ("a:b@c", "a%3Ab%40c"), ("…", "%E2%80%A6"), ("...", "..."), ("\\x", "%5Cx"), (";x", "%3Bx"),
  ])
  func `in a URL only unreserved characters stand for themselves`(value: String, encoded: String) throws {
    let address = try template("https://h/p/{a}/r?q={a}&z").address(with: ResourceArguments(["a": value]))
    #expect(address == .http(try HTTPURL("https://h/p/\(encoded)/r?q=\(encoded)&z")))
  }

  @Test(arguments: ["", ".", "..", "../x", "x/..", "a/../b", "a/./b", "..\\x", "./"])
  func `in the path of a URL nothing leads elsewhere, also for a server that decodes it`(value: String) throws
  {
    let fault = try fault("https://h/p/{a}/r", ["a": value])
    #expect(fault?.name == "a" && fault?.reason == .range)
  }

  @Test(arguments: [
    ("https://h/{a}{b}", [".", "."]), ("https://h/.{a}", ["./x"]), ("https://h/{a}.", ["x/."]),
    ("https://h/%2e{a}", ["./x"]), ("https://h/%2E{a}", ["./x"]), ("https://h/{a}%2e/x", ["x/."]),
    ("https://h/{a}%2E/x", ["x/."]),
    ("file:{a}{b}", [".", "."]), ("file:x/.{a}/y", ["."]),
  ])
  func `nor does what two of them make together`(text: String, values: [String]) throws {
    #expect(try fault(text, Dictionary(uniqueKeysWithValues: zip(["a", "b"], values)))?.reason == .range)
  }

  @Test(arguments: [
    ("https://h/.{a}", "x"), ("https://h/{a}.", "..x"), ("https://h/?q={a}", ".."), ("https://h/?q={a}", ""),
  ])
  func `dots are harmless elsewhere`(text: String, value: String) throws {
    #expect(try fault(text, ["a": value]) == nil)
  }

  // MARK: Files

  @Test(arguments: [
    ("main", "x/main.json"), ("a b", "x/a b.json"), ("%2f..", "x/%2f...json"), ("-rf", "x/-rf.json"),
  ])
  func `in a path a value is a part of one segment`(value: String, path: String) throws {
    #expect(
      try template("file:x/{a}.json").address(with: ResourceArguments(["a": value])) == .file(path))
  }

  @Test(arguments: ["", ".", "..", "/", "a/b", "../a", "/etc/passwd"], ["file:x/{a}/y", "file:{a}.json"])
  func `and leads to no other folder`(value: String, text: String) throws {
    #expect(try fault(text, ["a": value])?.name == "a")
  }

  // MARK: Commands

  @Test func `an argument stays one word, and nothing interprets it`() throws {
    let value = #"a b "c" 'd' $HOME `e` ; rm -rf / | & * \\ {b}"#
    let address = try template("command:show {a} x={a} '{a}'").address(with: ResourceArguments(["a": value]))
    #expect(address == .command(Command(program: "show", arguments: [value, "x=" + value, "{a}"])))
  }

  @Test func `an empty argument is an empty word`() throws {
    let address = try template("command:show {a} z").address(with: ResourceArguments(["a": ""]))
    #expect(address == .command(Command(program: "show", arguments: ["", "z"])))
  }

  @Test(arguments: [("{a}", ["-x"]), ("{a}.json", ["--x"]), ("{b}{a}", ["-", ""]), ("-- {a}", ["-"])])
  func `a word that an argument begins is no option`(words: String, values: [String]) throws {
    let fault = try fault(
      "command:show \(words)", Dictionary(uniqueKeysWithValues: zip(["a", "b"], values)))
    #expect(fault?.explanation == "must not begin with “-”: the program would take the word for an option")
  }

  @Test(arguments: ["x{a}", "--branch={a}", "-b{a}"])
  func `within another word it may begin with anything`(word: String) throws {
    #expect(try fault("command:show \(word)", ["a": "-x"]) == nil)
  }

  // MARK: All

  @Test(arguments: ["https://h/?{a}", "file:{a}", "command:show x{a}"])
  func `a zero byte is refused everywhere`(text: String) throws {
    let fault = try fault(text, ["a": "x\0y"])
    #expect(fault?.explanation == "must not hold U+0000" && fault?.reason == .range)
    for value in ["\r\n", "\t", "\u{1b}", "\u{7f}", "\u{85}"] {
      #expect(try self.fault(text, ["a": "x\(value)y"]) == nil)
    }
  }

  @Test(arguments: ["https://h/?{a}", "file:{a}", "command:show {a}"])
  func `a value has at most 1,024 bytes`(text: String) throws {
    #expect(try fault(text, ["a": String(repeating: "ä", count: 512)]) == nil)
    let fault = try fault(text, ["a": String(repeating: "ä", count: 513)])
    #expect(fault?.explanation == "must have at most 1024 bytes, got 1026")
  }
}
