import StatusCore
import Testing

@testable import statusd

/// How long ago a value was fetched, in words.
struct AgeTests {
  @Test(arguments: [
    (0, "now", 60), (59, "now", 1), (60, "1 min", 60), (119, "1 min", 1), (3_599, "59 min", 1),
    (3_600, "1 h", 3_600),
    (86_399, "23 h", 1), (86_400, "1 d", 86_400), (-5, "now", 60),
  ])
  func `an age changes once a minute at most`(seconds: Int64, words: String, left: Int64) {
    let age = Age(
      of: Timestamp(millisecondsSince1970: 0), at: Timestamp(millisecondsSince1970: seconds * 1_000 + 999))
    #expect(age.description == words && age.timeToChange == .seconds(left))
  }
}

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
