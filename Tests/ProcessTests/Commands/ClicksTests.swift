import Testing

@testable import statusd

/// The clicks of i3bar and i3blocks.
struct ClicksTests {
  @Test func `clicks are read in pieces of any size`() {
    let text = "[\n{\"name\":\"statusd\",\"button\":1}\n,{\"button\":3,\"x\":1}\n, {\"button\":1}\n"
    for size in [1, 7, 1_000] {
      var clicks = Clicks(on: "menu")
      var buttons: [Clicks.Button] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        buttons += clicks.take(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(buttons == [.left, .right, .left])
    }
  }

  @Test(arguments: [
    "{\"button\":2}", #"{"name":"volume","button":1}"#, #"{"name":"statusd","instance":"state","button":1}"#,
    "nonsense", "{\"button\":", "{}", "x{\"button\":1}", "{\"button\":\"1\"}",
  ])
  func `what is no click is passed over`(line: String) {
    var clicks = Clicks(on: "menu")
    #expect(clicks.take(Array("\(line)\n{\"button\":3}\n".utf8)) == [.right])
  }

  @Test func `a line without an end costs no memory`() {
    var clicks = Clicks(on: "menu")
    for _ in 0..<1_000 { #expect(clicks.take(Array("{\"button\":1}       ".utf8)).isEmpty) }
    #expect(clicks.take(Array("\n{\"button\":1}\n".utf8)) == [.left])
  }
}
