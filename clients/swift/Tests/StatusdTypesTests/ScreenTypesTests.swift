import StatusdTypes
import TestSupport
import Testing

struct ScreenTypesTests {
  /// The members of an example that are not null: what is optional here is written without it.
  private func example(_ name: String, _ path: String...) throws -> JSONValue {
    let file = try JSONValue(text: Repository.text("schema/examples/\(name).json"))
    return try #require(path.reduce(file) { $0?[$1] })
  }

  @Test func `the examples of screens are read and written`() throws {
    let opened = try example("openScreen", "response", "result")
    #expect(try JSONValue(encoding: opened.decoded(as: OpenedScreen.self)) == opened.withoutNulls)
    let changed = try example("screenChanged", "notification", "params")
    let read = try changed.decoded(as: ScreenChanged.self)
    #expect(try JSONValue(encoding: read).withoutNulls == changed.withoutNulls)
    let pressed = try example("press", "response", "result")
    #expect(try JSONValue(encoding: pressed.decoded(as: PressResult.self)) == pressed)
  }

  @Test(arguments: [
    (#"{"items":[]}"#, ScreenContent.fleet([])), (#"{"isEmpty":true,"sections":[]}"#, .menu([])),
    (#"{"value":null}"#, .value(.null)), (#"{"value":{"items":1}}"#, .value(["items": 1])),
  ])
  func `content is told by its members`(text: String, content: ScreenContent) throws {
    #expect(try JSONValue(text: text).decoded(as: ScreenContent.self) == content)
    #expect(try JSONValue(encoding: content) == JSONValue(text: text))
  }

  @Test func `content and words of a later daemon are no error`() throws {
    let content = try JSONValue(text: #"{"rows":[1]}"#)
    #expect(try content.decoded(as: ScreenContent.self) == .value(content))
    #expect(try JSONValue.string("dozing").decoded(as: ScreenPhase.self) == "dozing")
  }

  // MARK: Differences

  private func changes(_ text: String) throws -> ScreenChanges {
    try JSONValue(text: text).decoded()
  }

  @Test func `null is a new value, and what is absent is as before`() throws {
    let part = try #require(try changes(#"{"parts":{"a":{"age":null}},"alert":null}"#).parts?["a"])
    #expect(part.age == .some(nil))
    #expect(part.content == .none)
    #expect(try changes(#"{"alert":null}"#).alert == .some(nil))
    #expect(try changes(#"{"notice":"n"}"#).alert == .none)
    let text = #"{"parts":{"a":{"age":null}}}"#
    #expect(try JSONValue(encoding: changes(text)) == JSONValue(text: text))
  }

  @Test func `a part takes the members that have changed, each of them whole`() throws {
    var part = ScreenPart(
      resource: "a", shape: .any, phase: .content, spinner: true,
      attempt: ScreenAttempt(number: 1, of: 3), content: .value(["x": 1, "y": 2]), age: "just now",
      refresh: ScreenControl(enabled: false), stop: ScreenControl(enabled: true))
    var expected = part
    expected.attempt = nil
    expected.content = .value(["x": 2])
    expected.refresh.enabled = true
    let text = #"{"parts":{"a":{"attempt":null,"content":{"value":{"x":2}},"refresh":{"enabled":true}}}}"#
    part.take(try #require(try changes(text).parts?["a"]))
    #expect(part == expected)
  }

  @Test func `two differences are one, in which the newer counts`() throws {
    let older = try changes(#"{"parts":{"a":{"age":"1 min ago","spinner":true}},"notice":"n","help":null}"#)
    let newer = try changes(#"{"parts":{"a":{"age":null},"b":{"spinner":false}},"notice":null}"#)
    let both = #"{"parts":{"a":{"age":null,"spinner":true},"b":{"spinner":false}},"notice":null,"help":null}"#
    #expect(try older.followed(by: newer) == changes(both))
  }
}

extension JSONValue {
  fileprivate var withoutNulls: JSONValue {
    switch self {
    case .object(let members): .object(members.filter { $0.value != .null }.mapValues(\.withoutNulls))
    case .array(let elements): .array(elements.map(\.withoutNulls))
    default: self
    }
  }
}
