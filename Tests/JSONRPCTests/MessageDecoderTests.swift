import JSONRPC
import Jansson
import Testing

@Suite struct MessageDecoderTests {
  @Test(
    arguments: [
      (
        #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
        .call(id: "1", "subtract", params: .array)
      ),
      (
        #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
        .call(id: "3", "subtract", params: .object)
      ),
      (
        #"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#,
        .call(id: nil, "update", params: .array)
      ),
      (#"{"jsonrpc": "2.0", "method": "foobar"}"#, .call(id: nil, "foobar")),
      (#"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#, .notJSON),
      (#"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, .refused("method")),
      (
        """
        [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
        {"jsonrpc": "2.0", "method"
        ]
        """, .notJSON
      ),
      ("[]", .refused("emptyBatch")),
      ("[1]", .batch([.refused("notAnObject")])),
      ("[1,2,3]", .batch([.refused("notAnObject"), .refused("notAnObject"), .refused("notAnObject")])),
      (
        """
        [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
        {"foo": "boo"},
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]
        """,
        .batch([
          .call(id: "\"1\"", "sum", params: .array), .call(id: nil, "notify_hello", params: .array),
          .refused("version"), .call(id: "\"5\"", "foo.get", params: .object), .call(id: "\"9\"", "get_data"),
        ])
      ),
      (
        """
        [{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]
        """,
        .batch([
          .call(id: nil, "notify_sum", params: .array), .call(id: nil, "notify_hello", params: .array),
        ])
      ),
    ] as [(String, Decoded)])
  func `the specification's own examples mean what it says (section 7)`(text: String, expected: Decoded) {
    #expect(Decoded(text) == expected)
  }

  // MARK: No JSON

  @Test(arguments: [
    "not JSON", "{", "[", #"{"id":1"#, #"{"jsonrpc":"2.0","id":1,"method":"a"},"#, "{} {}", #"{"id":1,}"#,
    #"{"jsonrpc":"2.0","id":"\ud800","method":"a"}"#, "[1,]", "\u{0}",
  ])
  func `what is no JSON is answered with id null`(text: String) {
    #expect(Decoded(text) == .notJSON)
  }

  @Test func `what is not UTF-8 is no JSON`() {
    let text = Array(#"{"jsonrpc":"2.0","id":1,"method":"a","params":[""#.utf8) + [0xFF] + Array("\"]}".utf8)
    #expect(Decoded(text) == .invalid(id: "null", .parseError, "utf8"))
  }

  @Test func `a syntax error says where`() {
    #expect(Decoded.problem(#"{"id":tru}"#)?.explanation == "Not JSON: not a value at byte 6")
  }

  @Test(arguments: ["1", "\"a\"", "true", "null", "-1.5e3"])
  func `a scalar is no message`(text: String) {
    #expect(Decoded(text) == .refused("notAnObject"))
  }

  // MARK: Batches

  @Test func `members of every kind stand side by side in a batch`() {
    let batch = #"[[],{"id":1},{"jsonrpc":"2.0","id":2,"result":0},{"jsonrpc":"2.0","method":"a"},null,"x"]"#
    #expect(
      Decoded(batch)
        == .batch([
          .refused("notAnObject"), .refused(id: "1", "version"), .ignored, .call(id: nil, "a"),
          .refused("notAnObject"), .refused("notAnObject"),
        ]))
  }

  @Test func `a batch may have so many members and no more`() {
    let batch = { (count: Int) in "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]" }
    #expect(Decoded(batch(3), batchLimit: 3) == .batch(Array(repeating: .refused("notAnObject"), count: 3)))
    #expect(Decoded(batch(4), batchLimit: 3) == .refused("batchTooLarge"))
  }

  @Test func `a duplicate in one member of a batch leaves the others alone`() {
    let batch = #"[{"jsonrpc":"2.0","id":1,"id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"a"}]"#
    #expect(Decoded(batch) == .batch([.refused("duplicateKey"), .call(id: "2", "a")]))
  }

  // MARK: Budget

  private static let small = JSONBudget(depth: 3, tokens: 16)

  @Test(
    arguments: [
      (#"{"jsonrpc":"2.0","id":7,"method":"a","params":[[[1]]]}"#, .refused(id: "7", "tooDeep")),
      (#"{"jsonrpc":"2.0","method":"a","params":[[[1]]],"id":7}"#, .refused("tooDeep")),
      (#"{"id":"x","params":[1,2,3,4,5,6,7,8,9,10,11,12,13]}"#, .refused(id: "\"x\"", "tooManyValues")),
      (#"{"params":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15],"id":1}"#, .refused("tooManyValues")),
      (#"{"id":[1],"params":[[[1]]]}"#, .refused("tooDeep")),
      (#"{"id":1,"id":2,"params":[[[1]]]}"#, .refused("tooDeep")),
      ("[[[[1]]]]", .refused("tooDeep")), ("[1,[[[1]]]]", .refused("tooDeep")),
      ("[[1],2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]", .refused("tooManyValues")),
      (#"[{"jsonrpc":"2.0","id":1,"method":"a","params":[[1]]}]"#, .refused("tooDeep")),
      (#"{"jsonrpc":"2.0","id":7,"result":[[[1]]]}"#, .ignored),
      (#"{"jsonrpc":"2.0","id":7,"error":{"data":{"a":{"b":1}}}}"#, .ignored),
      (#"{"jsonrpc":"2.0","id":7,"method":"a","result":[[[1]]]}"#, .refused(id: "7", "tooDeep")),
    ] as [(String, Decoded)])
  func `over the budget, the id is used that was seen before`(text: String, expected: Decoded) {
    #expect(Decoded(text, budget: Self.small) == expected)
  }

  @Test func `an id that is not UTF-8 is not echoed from a message over the budget`() {
    let text = Array(#"{"id":""#.utf8) + [0xFF] + Array(#"","params":[[[1]]]}"#.utf8)
    #expect(Decoded(text, budget: Self.small) == .refused("tooDeep"))
  }

  @Test(arguments: [(128, Decoded.call(id: "1", "a", params: .array)), (129, .refused(id: "1", "tooDeep"))])
  func `the depth counts from the message itself`(depth: Int, expected: Decoded) {
    let params = String(repeating: "[", count: depth - 1) + "1" + String(repeating: "]", count: depth - 1)
    #expect(Decoded(#"{"jsonrpc":"2.0","id":1,"method":"a","params":\#(params)}"#) == expected)
  }

  @Test func `a budget's problem names the limit`() {
    let params = String(repeating: "[", count: 128)
    #expect(Decoded.problem(#"{"params":\#(params)"#)?.limit == 128)
  }
}
