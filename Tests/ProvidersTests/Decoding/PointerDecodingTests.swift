import StatusCore
import Testing

@testable import Providers

/// `pointer` of a resource: the value is a part of what the source gives.
@Suite struct PointerDecodingTests {
  private static func decode(
    _ body: String, at pointer: String, as shape: ResourceShape = .any, step: Int = 16_384
  ) -> Result<String, Problem> {
    var decoding = ValueDecoding(Array(body.utf8), as: shape, at: pointer, from: "test:x", workOfStep: step)
    while true {
      switch decoding.proceed() {
      case .value(let value, _): return .success(String(decoding: value.text, as: UTF8.self))
      case .failure(let problem): return .failure(problem)
      case .unchanged, nil: break
      }
    }
  }

  private static let body = """
    \u{FEFF} { "a/b": [1, [2, "\\u2028\u{2028}"], {"c": 1e400}], "m~n": null, "é": {"a/b": 7},
      "x": "}", "": {"": [[]]}, "x": "second" }
    """

  @Test(arguments: [
    ("/a~1b", ##"[1,[2,"\u2028\u2028"],{"c":1e400}]"##), ("/a~1b/0", "1"), ("/a~1b/1/0", "2"),
    ("/a~1b/2", #"{"c":1e400}"#), ("/a~1b/2/c", "1e400"), ("/m~0n", "null"), ("/é/a~1b", "7"),
    ("/x", #""}""#),
    ("//", "[[]]"), ("///0", "[]"),
  ])
  func `the value is what the pointer leads to`(pointer: String, value: String) {
    for step in [1, 5, 16_384] { #expect(Self.decode(Self.body, at: pointer, step: step) == .success(value)) }
  }

  @Test(arguments: [
    "/a", "/a~1b/3", "/a~1b/01", "/a~1b/-", "/a~1b/0/0", "/x/0", "/m~0n/a", "/é/x", "///0/0", "/c",
  ])
  func `nothing there is another shape, with the pointer as path`(pointer: String) {
    guard case .failure(let problem) = Self.decode(Self.body, at: pointer, step: 1) else {
      Issue.record("something was there")
      return
    }
    #expect(problem.kind == .unexpectedShape && problem.detail.path == pointer)
    #expect(problem.explanation?.english == "\(pointer) is missing.")
    #expect(problem.detail.excerpt?.isEmpty == false)
  }

  @Test(arguments: ["7", "\"x\"", "[]", "{}"]) func `the outermost value may be anything`(body: String) {
    guard case .failure(let problem) = Self.decode(body, at: "/0") else {
      Issue.record("something was there")
      return
    }
    #expect(problem.detail.path == "/0")
  }

  @Test func `a menu and its faults are found within the part`() {
    let item = #"{"name":"a","category":"b","spicy":false,"price":1}"#
    let menu = #"{"sections":[{"category":"b","items":[\#(item)]}]}"#
    for step in [1, 16_384] {
      #expect(
        Self.decode(#"{"d":[{"items":[\#(item)]}]}"#, at: "/d/0", as: .menu, step: step) == .success(menu))
      #expect(Self.decode(#"{"d":[\#(item)]}"#, at: "/d", as: .menu, step: step) == .success(menu))
    }
    guard case .failure(let problem) = Self.decode(#"{"d":[{"items":[7]}]}"#, at: "/d/0", as: .menu) else {
      Issue.record("it was taken")
      return
    }
    #expect(problem.detail.path == "/d/0/items/0")
  }

  @Test func `what is no JSON is none, whatever the pointer`() {
    guard case .failure(let problem) = Self.decode(#"{"a":1,"#, at: "/a") else {
      Issue.record("it was taken")
      return
    }
    #expect(problem.kind == .malformedData)
  }
}
