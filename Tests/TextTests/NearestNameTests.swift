import TestSupport
import Testing
import Text

@Suite struct NearestNameTests {
  private static let names = ["refresh", "retry", "getState", "fetchMenu", "resource", "timeout", "id"]

  @Test(arguments: [
    ("refersh", "refresh"), ("Refresh", "refresh"), ("refesh", "refresh"), ("refreshh", "refresh"),
    ("rety", "retry"),
    ("getstate", "getState"), ("get_state", "getState"), ("timeuot", "timeout"), ("resuorce", "resource"),
    ("fetchMneus", "fetchMenu"), ("ID", "id"), ("refresh", "refresh"),
  ])
  func `a slip finds the name that was meant`(name: String, meant: String) {
    #expect(name.nearest(in: Self.names) == meant)
  }

  @Test(arguments: ["", "xyz", "status", "refrigerator", "ab", "timetable", "ttttttt", "retxx"])
  func `what is not near anything finds nothing`(name: String) {
    #expect(name.nearest(in: Self.names) == nil)
  }

  @Test func `of two as near, the first by name is taken`() {
    #expect("cat".nearest(in: ["rat", "bat", "hat"]) == "bat")
  }

  @Test(arguments: names + ["refersh", "getstate", "xyz", "", "ttttttt", "fetchMneus", "réfresh"])
  func `names that are known beforehand give the same`(name: String) {
    #expect(KnownNames(Self.names).nearest(to: name) == name.nearest(in: Self.names))
  }

  @Test func `among no names there is none`() {
    #expect("a".nearest(in: []) == nil)
  }

  @Test(arguments: ["x", "É", "e\u{301}"])
  func `a name of a megabyte costs next to nothing`(character: String) {
    let name = String(repeating: character, count: 500_000)
    let time = processorTime {
      #expect((0..<1_000).allSatisfy { _ in name.nearest(in: Self.names) == nil })
    }
    #expect(time < .seconds(10))
  }
}
