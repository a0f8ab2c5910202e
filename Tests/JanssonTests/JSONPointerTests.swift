import Jansson
import Testing

@Suite struct JSONPointerTests {
  @Test(arguments: [
    ("interval", "/interval"), ("", "/"), ("a/b", "/a~1b"), ("m~n", "/m~0n"), ("~1", "/~01"), ("//", "/~1~1"),
    ("é", "/é"), ("a/\u{301}b", "/a~1\u{301}b"), ("~\u{301}", "/~0\u{301}"),
  ])
  func `a name is a reference token, escaped as RFC 6901 says`(name: String, token: String) {
    #expect(Array(JSONPointer.token(name).utf8) == Array(token.utf8))
  }
}
