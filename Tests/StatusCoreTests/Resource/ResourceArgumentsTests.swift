import StatusCore
import Testing

struct ResourceArgumentsTests {
  @Test func `they are in the order of their names`() {
    let arguments = ResourceArguments(["b": "1", "a": "2", "C": "3"])
    #expect(arguments.all.map(\.name) == ["C", "a", "b"])
    #expect(arguments["a"] == "2" && arguments["c"] == nil)
  }

  @Test func `they are equal if their bytes are`() {
    let (one, two) = (ResourceArguments(["a": "\u{e9}"]), ResourceArguments(["a": "e\u{301}"]))
    #expect(one != two && one == ResourceArguments(["a": "\u{e9}"]))
    #expect(Set([one, two]).count == 2)
    #expect(two < one && !(one < two))
  }

  @Test func `the id of an instance is another than that of its family and of other instances`() {
    let name = ResourceName(rawValue: "a")
    let ids = [
      ResourceID(name), ResourceID(name, ResourceArguments(["x": "1"])),
      ResourceID(name, ResourceArguments(["x": "2"])), ResourceID(.menu),
    ]
    #expect(Set(ids).count == 4)
    #expect(ResourceID(.menu) == .menu)
  }
}
