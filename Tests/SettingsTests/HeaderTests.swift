import Engine
import Providers
import Testing

@testable import Settings

/// `headers` of a resource, with what the environment gives to them.
struct HeaderTests {
  private static let variables = [
    "TOKEN": "t0ken", "A_1": "a${TOKEN}", "CRLF": "a\r\nX-Evil: 1", "EMPTY": "",
  ]
  private static let environment = Environment(variables)

  @Test(arguments: [
    ("plain", "plain"),
    ("Bearer ${TOKEN}", "Bearer t0ken"),
    ("${TOKEN}${TOKEN}", "t0kent0ken"),
    // What a variable holds is not expanded again.
    ("${A_1}", "a${TOKEN}"),
    ("[${EMPTY}]", "[]"),
    ("$${TOKEN}", "${TOKEN}"),
    ("$$${TOKEN}", "$${TOKEN}"),
    ("$TOKEN $ 5$", "$TOKEN $ 5$"),
    ("a\tb", "a\tb"),
    ("ü", "ü"),
  ])
  func `a variable stands where it is named`(template: String, value: String) throws {
    #expect(try HeaderTable.headers([member("X", template)], Self.environment).map(\.value) == [value])
  }

  @Test(arguments: [
    (
      "X", "${TOKEN",
      "must name a variable in “X” as ${NAME}, of letters, digits and _; $${ stands for ${ itself"
    ),
    (
      "X", "${}", "must name a variable in “X” as ${NAME}, of letters, digits and _; $${ stands for ${ itself"
    ),
    (
      "X", "${1A}",
      "must name a variable in “X” as ${NAME}, of letters, digits and _; $${ stands for ${ itself"
    ),
    (
      "X", "${s3cret!}",
      "must name a variable in “X” as ${NAME}, of letters, digits and _; $${ stands for ${ itself"
    ),
    ("X", "${CRLF}", "must hold no line end or other control character in the value of “X”"),
    ("X", "s3cret\n", "must hold no line end or other control character in the value of “X”"),
    ("X", "s3cret\u{7F}", "must hold no line end or other control character in the value of “X”"),
    ("X", "s3cret\0", "must hold no line end or other control character in the value of “X”"),
    (
      "X: s3cret", "",
      "must have names of letters, digits and !#$%&'*+-.^_`|~ only; one begins with “X”"
    ),
    ("", "s3cret", "must have names of letters, digits and !#$%&'*+-.^_`|~ only; one begins with “”"),
    ("Content-length", "3", "must leave “Content-length” to statusd, which sends it itself"),
    ("IF-NONE-MATCH", "s3cret", "must leave “IF-NONE-MATCH” to statusd, which sends it itself"),
  ])
  func `a header that cannot be sent is refused without its value`(
    name: String, text: String, sentence: String
  ) {
    let problem = #expect(throws: UnfitValue.self) {
      try HeaderTable.headers([member(name, text)], Self.environment)
    }
    #expect(problem == UnfitValue(expectation: sentence))
  }

  @Test func `a variable that is not set is missing, and no mistake`() {
    let problem = #expect(throws: UnfitValue.self) {
      try HeaderTable.headers([member("X", "${NOPE}")], Self.environment)
    }
    #expect(problem?.isMissing == true)
    #expect(
      problem?.expectation == "needs the variable NOPE in “X”, which is not set in the environment")
  }

  @Test func `a header may not stand there twice, whichever letters it has`() {
    #expect(throws: UnfitValue(expectation: "holds “x-a” twice, in different letters")) {
      try HeaderTable.headers([member("X-A", "1"), member("x-a", "2")], [:])
    }
  }

  @Test(arguments: [
    ("[resources.state]\nheaders = 's3cret'", "must be a table of header names and strings, got a string"),
    ("resources.state.headers.X = 12345", "must be a table of strings; “X” is none, got a number"),
    ("resources.state.headers.X.Y = 's3cret'", "must be a table of strings; “X” is none, got a table"),
  ])
  func `headers are a table of strings`(toml: String, sentence: String) {
    #expect(problem(toml: toml) == "FILE: resources.state.headers \(sentence)")
  }

  @Test func `headers keep the names that they are given`() throws {
    let toml = "resources.state.headers = { X-B = 'b', Authorization = 'Bearer ${TOKEN}' }"
    let headers = try read(toml: toml, Self.variables).resource("state")?.headers
    #expect(
      headers == [
        HTTPHeader(name: "Authorization", value: "Bearer t0ken"), HTTPHeader(name: "X-B", value: "b"),
      ])
  }

  private func member(_ name: String, _ text: String) -> GivenValue.Member {
    .init(name: name, value: .string(text))
  }
}
