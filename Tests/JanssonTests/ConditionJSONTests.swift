import Jansson
import Testing

/// Conditions as `waitFor` takes them.
@Suite struct ConditionJSONTests {
  /// Conditions, and for some values whether each holds.
  private static let rows: [(json: String, holds: [String], fails: [String])] = [
    (#"{"equals":1}"#, ["1", "1.0", "10e-1"], ["2", "\"1\"", "null"]),
    (
      #"{"path":"/n","equals":123456789012345678901234567890}"#,
      [#"{"n":123456789012345678901234567890}"#], [#"{"n":123456789012345678901234567891}"#, "{}"]
    ),
    (
      #"{ "equals" : { "a" : 1 , "b" : [ "\u0041" ] } }"#, [#"{"b":["A"],"a":1.0}"#],
      [#"{"a":1}"#, #"{"a":1,"b":["a"]}"#]
    ),
    (#"{"path":"/a","not":null}"#, [#"{"a":1}"#], [#"{"a":null}"#, "{}"]),
    (#"{"path":"/a","oneOf":[1,"x"]}"#, [#"{"a":1}"#, #"{"a":"x"}"#], [#"{"a":2}"#, "{}"]),
    (#"{"path":"/a","exists":true}"#, [#"{"a":null}"#], ["{}", "[]"]),
    (#"{"path":"/a","exists":false}"#, ["{}"], [#"{"a":null}"#]),
    (#"{"path":"/a","atLeast":2}"#, [#"{"a":2.0}"#, #"{"a":3}"#], [#"{"a":1.9}"#, #"{"a":"3"}"#, "{}"]),
    (#"{"path":"/a","atMost":2}"#, [#"{"a":2}"#], [#"{"a":2.1}"#, "{}"]),
    (#"{"p\u0061th":"/a~1b","equals":1}"#, [#"{"a/b":1}"#], ["{}"]),
  ]

  @Test(arguments: rows)
  func `a condition holds or does not`(json: String, holds: [String], fails: [String]) throws {
    let conditions = try Condition.list(Array(json.utf8))
    let condition = try #require(conditions.first)
    for (value, isExpected) in holds.map({ ($0, true) }) + fails.map({ ($0, false) }) {
      let bytes = Array(value.utf8)
      let isSo = condition.holds(in: bytes.span)
      #expect(isSo == isExpected, "\(value)")
    }
  }

  @Test(arguments: [
    ("1", #"{"a":1}"#, #"{"a":1.0}"#, false), ("2", #"{"a":1}"#, #"{"a":2}"#, true),
    ("3", "{}", #"{"a":1}"#, true), ("4", #"{"a":1}"#, "{}", true), ("5", "{}", "[]", false),
  ])
  func `what has changed is not what was there, nothing included`(
    _: String, before: String, after: String, isChanged: Bool
  ) throws {
    let conditions = try Condition.list(Array(#"{"path":"/a","changed":true}"#.utf8))
    let condition = try #require(conditions.first)
    let part = condition.part(of: Array(before.utf8))
    let bytes = Array(after.utf8)
    let isSo = condition.holds(in: bytes.span, after: part)
    #expect(isSo == isChanged)
  }

  @Test func `a list has up to sixteen`() throws {
    let list = Array(repeating: #"{"equals":1}"#, count: 16).joined(separator: ",")
    let conditions = try Condition.list(Array("[\(list)]".utf8))
    #expect(conditions.count == 16)
  }

  /// What is none, where, and why.
  private static let mistakes: [(json: String, path: String, reason: Condition.Mistake.Reason)] = [
    ("[]", "", .count(0, most: 16)),
    ("[\(Array(repeating: "{}", count: 17).joined(separator: ","))]", "", .count(17, most: 16)),
    ("[1]", "/0", .type(.object, got: "a number")),
    ("{}", "", .tests([])),
    (#"{"equals":1,"not":2}"#, "", .tests(["equals", "not"])),
    (#"[{"equals":1},{"path":"x","equals":1}]"#, "/1/path", .pointer),
    (#"{"path":1,"equals":1}"#, "/path", .type(.string, got: "a number")),
    (#"{"oneOf":{}}"#, "/oneOf", .type(.array, got: "an object")),
    (#"{"oneOf":[]}"#, "/oneOf", .count(0, most: 64)),
    (#"{"exists":1}"#, "/exists", .type(.boolean, got: "a number")),
    (#"{"atLeast":"1"}"#, "/atLeast", .type(.real, got: "a string")),
    (#"{"changed":false}"#, "/changed", .notTrue),
  ]

  @Test(arguments: mistakes)
  func `a mistake says what and where`(json: String, path: String, reason: Condition.Mistake.Reason) {
    do throws(Condition.Mistake) {
      _ = try Condition.list(Array(json.utf8))
      Issue.record("\(json) is a condition")
    } catch {
      #expect(error.path == path)
      #expect(error.reason == reason)
    }
  }

  @Test func `an unknown member is named with those that there are`() {
    do throws(Condition.Mistake) {
      _ = try Condition.list(Array(#"{"eq/uals":1}"#.utf8))
      Issue.record("there is no such member")
    } catch {
      #expect(error.path == "/eq~1uals")
      let known = ["path", "equals", "not", "oneOf", "exists", "atLeast", "atMost", "changed"]
      #expect(error.reason == .unknown("eq/uals", known: known))
    }
  }
}
