import Settings
import StatusCore
import Testing

@testable import Presenter
@testable import statusd

/// What keys and the mouse do in `top`.
struct TopStateTests {
  private static let menu = TopSubject.resource(ResourceID(.menu))

  @Test(
    arguments: [
      ([.down], menu),
      ([.character("j"), .character("j")], .family(ResourceName.configured("build") ?? .menu)),
      ([.end], .location), ([.end, .down, .home, .up], .resource(ResourceID(.state))),
      ([.click(line: 3)], menu),
      ([.click(line: 6), .click(line: 30)], .location), ([.wheelDown(line: 2)], menu),
      ([.wheelDown(line: 20)], .resource(ResourceID(.state))),
    ] as [([TopKey], TopSubject)])
  func `rows are selected`(keys: [TopKey], selection: TopSubject) {
    var play = TopPlay()
    for key in keys { play.press(key) }
    #expect(play.state.selection == selection)
  }

  @Test(
    arguments: [
      ("r", .press(.refresh("menu"))), ("s", .press(.stop("menu"))), ("p", .press(.polling("menu", on: nil))),
      ("l", .press(.startLocation)), ("1", .press(.option(FailureID(rawValue: "f1"), "tryAgain"))),
      ("0", .press(.option(FailureID(rawValue: "f1"), "cancel"))), ("9", .none), ("q", .quit), ("x", .none),
    ] as [(Unicode.Scalar, TopState.Action)])
  func `a letter presses a button of the row`(letter: Unicode.Scalar, action: TopState.Action) {
    var play = TopPlay()
    play.press(.down)
    #expect(play.press(.character(letter)) == action)
  }

  @Test func `the location is followed or not`() {
    var play = TopPlay()
    play.picture.screen.place?.isOn = true
    #expect(play.press(.character("l")) == .press(.stopLocation))
  }

  @Test func `a filter leaves the rows with a text in their names`() {
    var play = TopPlay()
    play.press(.character("/"))
    play.type("MENx")
    play.press(.backspace)
    #expect(play.lines.last == "/MEN▏" && play.table.count == 2)
    play.press(.enter)
    #expect(play.state.selection == Self.menu && play.lines.last?.hasPrefix("[/MEN] ") == true)
    #expect(play.press(.character("r")) == .press(.refresh("menu")))
    play.press(.escape)
    #expect(play.table.count == 6)
    play.press(.character("/"))
    play.type("nothing like it")
    play.press(.enter)
    #expect(play.state.selection == nil && play.press(.character("r")) == .none)
  }

  @Test func `an instance is opened by its name and its arguments`() {
    var play = TopPlay()
    play.press(.end, .up, .character("a"))
    #expect(play.lines.last == "open: build branch=▏")
    play.type("dev")
    #expect(play.press(.enter) == .open("build branch=dev"))
    play.press(.character(":"), .escape)
    #expect(play.state.mode == .table)
  }

  @Test func `the keys are explained until the next one`() {
    var play = TopPlay()
    play.press(.character("?"))
    #expect(play.lines.contains { $0.hasPrefix("PgUp PgDn") })
    #expect(play.press(.character("q")) == .none && play.state.mode == .table)
  }

  @Test func `escape closes an alert`() {
    var play = TopPlay()
    play.picture.screen.alert = TopPlay.box()
    #expect(play.press(.escape) == .press(.dismiss(FailureID(rawValue: "f1"))))
  }

  @Test func `the selected row stays in sight, whatever the size`() {
    var play = TopPlay(rows: 9)
    play.press(.end)
    #expect(play.table.contains { $0.hasPrefix("·▸location") })
    play.press(.home)
    #expect(play.table.contains { $0.hasPrefix("●▸state") })
  }

  // MARK: Bytes

  @Test(
    arguments: [
      ("j", [.character("j")]), ("é日🙂", [.character("é"), .character("日"), .character("🙂")]),
      ("\r\n", [.enter, .enter]),
      ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{1B}[A\u{1B}OB", [.up, .down]),
      ("\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}[4~\u{1B}[H", [.pageUp, .pageDown, .home, .end, .home]),
      ("\u{1B}[<0;10;3M\u{1B}[<0;10;3m", [.click(line: 3), .other]),
      ("\u{1B}[<64;1;2M\u{1B}[<65;1;20M\u{1B}[<2;1;1M", [.wheelUp(line: 2), .wheelDown(line: 20), .other]),
      ("\u{1B}[15~\u{1}\u{1B}x1", [.other, .other, .other, .character("1")]), ("\u{1B}[<0;1M", [.other]),
      ("\u{1B}[\(String(repeating: "1;", count: 31))", []),
    ] as [(String, [TopKey])])
  func `keys are read in pieces of any size`(bytes: String, keys: [TopKey]) {
    for size in [1, 3, 1_000] {
      var reader = TopKeyReader()
      var read: [TopKey] = []
      var rest = Array(bytes.utf8)[...]
      while !rest.isEmpty {
        read += reader.take(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(read == keys)
    }
  }

  @Test func `an escape is a key if nothing follows it`() {
    var reader = TopKeyReader()
    #expect(reader.take([0x1B]).isEmpty && reader.isUndecided)
    #expect(reader.timeOut() == [.escape] && !reader.isUndecided)
    #expect(reader.take([0x1B, UInt8(ascii: "[")]).isEmpty && reader.timeOut().isEmpty)
  }
}
