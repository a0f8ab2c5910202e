import StatusCore
import Testing

@testable import Providers

@Suite struct MenuDecodingTests {
  private static func decode(_ body: String) -> Result<ResourceValue, Problem> {
    ValueDecoder.decode(Array(body.utf8), as: .menu, from: "test:menu")
  }

  private static let soup = #"{"name":"Soup","category":"starters","spicy":false,"price":4.5}"#

  @Test(arguments: [
    "[\(soup)]", #"{"items":[\#(soup)]}"#, #"{"items":[\#(soup)],"total":1,"page":{"of":1}}"#,
    #"[{"price":4.5,"spicy":false,"category":{"name":"starters","id":7},"name":"Soup","id":"x","tags":[1]}]"#,
    #"[{"name":"Soup","category":{"name":"starters"},"spicy":false,"price":45e-1}]"#,
  ])
  func `every form that sources give is the same menu`(body: String) throws {
    let menu = Menu(items: [MenuItem(name: "Soup", category: "starters", isSpicy: false, price: 4.5)])
    #expect(try Self.decode(body).get() == .menu(menu))
  }

  @Test(arguments: ["[]", #"{"items":[]}"#, " [ ] "])
  func `an empty menu is a menu`(body: String) throws {
    #expect(try Self.decode(body).get() == .menu(Menu(items: [])))
  }

  @Test(arguments: ["4", "4.0", "0", "-1.5", "1e2"])
  func `a price is any number`(price: String) throws {
    _ = try Self.decode(#"[{"name":"a","category":"b","spicy":true,"price":\#(price)}]"#).get()
  }

  @Test(arguments: [
    ("7", "", "an array of items or an object with items"),
    ("\"x\"", "", "an array of items or an object with items"),
    ("null", "", "an array of items or an object with items"), ("{}", "/items", "a value"),
    (#"{"items":null}"#, "/items", "a value"), (#"{"items":{}}"#, "/items", "an array"),
    ("[7]", "/0", "an object"),
    (#"{"items":[null]}"#, "/items/0", "an object"), ("[\(soup),{}]", "/1/name", "a value"),
    (#"[{"name":7,"category":"a","spicy":true,"price":1}]"#, "/0/name", "a string"),
    (#"[{"name":"a","spicy":true,"price":1}]"#, "/0/category", "a value"),
    (#"[{"name":"a","category":7,"spicy":true,"price":1}]"#, "/0/category", "a string"),
    (#"[{"name":"a","category":{},"spicy":true,"price":1}]"#, "/0/category/name", "a value"),
    (#"[{"name":"a","category":{"name":[]},"spicy":true,"price":1}]"#, "/0/category/name", "a string"),
    (#"[{"name":"a","category":"b","spicy":0,"price":1}]"#, "/0/spicy", "true or false"),
    (#"{"items":[{"name":"a","category":"b","spicy":true,"price":"1"}]}"#, "/items/0/price", "a number"),
    (#"[{"name":"a","category":"b","spicy":true}]"#, "/0/price", "a value"),
  ])
  func `one bad item fails the whole menu, with its place`(body: String, path: String, expected: String) {
    guard case .failure(let problem) = Self.decode(body) else { return #expect(Bool(false), "no failure") }
    #expect(problem.kind == .unexpectedShape)
    #expect(problem.detail.path == path)
    #expect(problem.detail.expected == expected)
  }

  @Test(arguments: [
    ("7", "The outermost value is a number, not an array of items or an object with items."),
    ("{}", "/items is missing."), (#"{"items":7}"#, "/items is a number, not an array."),
    (#"[{"name":true}]"#, "/0/name is true or false, not a string."),
    (#"[{"name":null}]"#, "/0/name is missing."),
  ])
  func `a problem says what was found`(body: String, sentence: String) {
    guard case .failure(let problem) = Self.decode(body) else { return #expect(Bool(false), "no failure") }
    #expect(problem.explanation?.english == sentence)
  }
}
