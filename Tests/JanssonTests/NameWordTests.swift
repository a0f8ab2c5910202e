import Jansson
import Testing

@Suite struct NameWordTests {
  private static func word(_ name: String) -> NameWord {
    let bytes = Array(name.utf8)
    return NameWord(bytes.span, 0..<bytes.count)
  }

  @Test func `a name is its bytes, the first one lowest, and their number`() {
    #expect(Self.word("id").rawValue == 0x02_00_00_00_00_00_64_69)
    #expect(Self.word("jsonrpc").rawValue == 0x07_63_70_72_6E_6F_73_6A)
    #expect(Self.word("").rawValue == 0)
  }

  @Test func `what stands around a name is no part of it`() {
    let text = Array(#"{"id":1,"method":"m"}"#.utf8)
    #expect(NameWord(text.span, 2..<4) == Self.word("id"))
    #expect(NameWord(text.span, 18..<19) == Self.word("m"))
  }

  @Test func `names that differ in length alone differ`() {
    #expect(Self.word("id") != Self.word("id\0"))
    #expect(Self.word("") != Self.word("\0"))
  }

  @Test(arguments: ["12345678", "jsonrpc\0", "a long name"])
  func `a longer name is no word's`(name: String) {
    #expect(Self.word(name).rawValue == .max)
  }
}
