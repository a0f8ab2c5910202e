import Jansson
import TestSupport
import Testing

@Suite struct JSONPathTests {
  /// The way to what ends before the first `|` of a text, as names and indices.
  private static func path(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "|")) ?? bytes.count
    let whole = bytes.filter { $0 != UInt8(ascii: "|") }
    return JSONPath(toTheValueBefore: end, in: whole.span).steps.map { step in
      switch step {
      case .name(let name): name
      case .index(let index): "\(index)"
      }
    }
  }

  @Test(arguments: [
    ("7|", []), ("[7|]", ["0"]), ("[1,[2],{},7|,8]", ["3"]), (#"{"a":7|}"#, ["a"]),
    (#"{"a":1,"b":7|}"#, ["b"]),
    (#"{"a":{"b":[0,{"c":7|}]}}"#, ["a", "b", "1", "c"]), (#"[{"x":[1,2]},[[7|]]]"#, ["1", "0", "0"]),
    (#"{"a":["]","}",{"b":","}],"c":7|}"#, ["c"]), (#"{"a":"b","c":[7|]}"#, ["c", "0"]),
    (#"{"\u0061\"":7|}"#, ["a\""]),
    (#" { "a" : [ 1 , 7| ] } "#, ["a", "1"]), (#"{"a":1,"b"|:2}"#, ["b"]), (#"[[],[],{"a":{}},7|]"#, ["3"]),
    (#"{"":{"":7|}}"#, ["", ""]), (#"{"a":{"b":1},"a"|:2}"#, ["a"]),
  ])
  func `the way to a value is names and indices from the outside in`(text: String, path: [String]) {
    #expect(Self.path(text) == path)
  }

  @Test func `the way to the container is one step shorter`() {
    let bytes = Array(#"{"a":[7]}"#.utf8)
    let path = JSONPath(toTheValueBefore: 7, in: bytes.span)
    #expect(path.droppingLast().steps == [.name("a")])
    #expect(path.droppingLast().droppingLast().droppingLast().steps == [])
  }

  @Test func `the way through a large text is found in one pass`() {
    let open = String(repeating: "[", count: 100)
    let bytes = Array(
      (open + String(repeating: "1,", count: 100_000) + "2" + String(repeating: "]", count: 100)).utf8)
    let time = processorTime {
      let path = JSONPath(toTheValueBefore: bytes.count - 100, in: bytes.span)
      #expect(path.steps.count == 100 && path.steps.last == .index(100_000))
    }
    #expect(time < .seconds(10))
  }
}
