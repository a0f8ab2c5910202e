import JSONRPC
import Testing

@Suite struct RouterTests {
  private static var router: Router<Int> {
    Router([
      (signature: MethodSignature("refresh"), method: 1), (signature: MethodSignature("getState"), method: 2),
      (signature: MethodSignature("$/cancelRequest"), method: 3),
    ])
  }

  private static func problem(_ name: String) -> ProtocolProblem? {
    do throws(ProtocolProblem) {
      _ = try router.method(named: name)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [("refresh", 1), ("getState", 2), ("$/cancelRequest", 3)])
  func `a method is found by its name`(name: String, method: Int) throws {
    #expect(try Self.router.method(named: name) == method)
  }

  @Test func `the names are sorted`() {
    #expect(Self.router.names == ["$/cancelRequest", "getState", "refresh"])
  }

  @Test(arguments: ["Refresh", "refresh ", "", "rpc.refresh", "refres"])
  func `another name is no method`(name: String) {
    #expect(Self.problem(name)?.code == .methodNotFound)
  }

  @Test func `the nearest name is suggested`() {
    #expect(Self.problem("refesh")?.suggestion == "refresh")
    #expect(Self.problem("refesh")?.explanation == #"There is no method "refesh", did you mean refresh?"#)
  }

  @Test func `without a near one the list is pointed to`() {
    #expect(Self.problem("quit")?.suggestion == nil)
    #expect(
      Self.problem("quit")?.explanation == #"There is no method "quit"; rpc.discover lists the methods"#)
  }

  @Test(arguments: ["x", "e\u{301}", "\u{301}"])
  func `a name of a megabyte is not repeated in the answer`(character: String) {
    let problem = Self.problem(String(repeating: character, count: 500_000))
    #expect((problem?.explanation.utf8.count ?? .max) < 1_000)
  }
}
