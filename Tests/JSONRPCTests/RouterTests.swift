import JSONRPC
import Testing
import Text

@Suite struct RouterTests {
  private static let names = ["refresh", "getState", "$/cancelRequest", "unsubscribeLocation"]
  private static let router = Router(names)

  private static func problem(_ name: String) -> ProtocolProblem {
    Router.problem(of: MethodName(name), among: KnownNames(names))
  }

  @Test(arguments: [("refresh", 0), ("getState", 1), ("$/cancelRequest", 2), ("unsubscribeLocation", 3)])
  func `a method is found by its name`(name: String, index: Int) {
    #expect(Self.router.index(of: MethodName(name)) == index)
  }

  @Test(arguments: [
    "Refresh", "refresh ", "refresh\0", "", "rpc.refresh", "refres", "getStats", "unsubscribeLocations",
    "unsubscribeLocation, and what follows it",
  ])
  func `another name is no method`(name: String) {
    #expect(Self.router.index(of: MethodName(name)) == nil)
    #expect(Self.problem(name).code == .methodNotFound)
  }

  @Test func `the nearest name is suggested`() {
    #expect(Self.problem("refesh").suggestion == "refresh")
    #expect(Self.problem("refesh").explanation == #"There is no method "refesh", did you mean refresh?"#)
  }

  @Test func `without a near one the list is pointed to`() {
    #expect(Self.problem("quit").suggestion == nil)
    #expect(
      Self.problem("quit").explanation == #"There is no method "quit"; rpc.discover lists the methods"#)
  }

  @Test(arguments: ["x", "e\u{301}", "\u{301}"])
  func `a name of a megabyte is not repeated in the answer`(character: String) {
    let problem = Self.problem(String(repeating: character, count: 500_000))
    #expect(problem.explanation.utf8.count < 1_000)
  }
}
