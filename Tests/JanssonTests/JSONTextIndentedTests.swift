import Jansson
import Testing

struct JSONTextIndentedTests {
  private func indented(_ text: String) -> String {
    JSONText(trusting: Array(text.utf8)).indented.description
  }

  @Test func `each member and element has a line, and numbers stay as they were written`() {
    #expect(
      indented(#"{"a":[1.50,1e2],"b":{"c":"x,{}[]:\"y"},"d":[],"e":{}}"#) == """
        {
          "a": [
            1.50,
            1e2
          ],
          "b": {
            "c": "x,{}[]:\\"y"
          },
          "d": [],
          "e": {}
        }
        """)
  }

  @Test func `white space of another hand is gone`() {
    #expect(indented("[ 1 ,\n\t2 ]") == "[\n  1,\n  2\n]")
    #expect(indented("{ }") == "{}")
  }

  @Test func `what acts on a terminal is an escape`() {
    #expect(indented("\"a\u{202E}b\u{85}c\u{E0001}dé\"") == #""a\u202eb\u0085c\udb40\udc01dé""#)
  }
}
