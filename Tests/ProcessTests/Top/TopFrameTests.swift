import Reactor
import StatusCore
import Testing
import Text

@testable import Presenter
@testable import statusd

/// What `top` draws.
struct TopFrameTests {
  @Test func `a row has its sign, its times, its attempt and its failure`() {
    #expect(
      TopPlay().table == [
        "  NAME               AGE         NEXT       TRY    LAST FAILURE",
        "●▸state              3 min ago   in 8 s",
        "✗ menu                           off               The server has a problem",
        "+ build                                            needs branch=…",
        "↻ build branch=main              off        2/3",
        "· location                       off",
      ])
  }

  @Test func `a narrow terminal has fewer columns, and a wide one the values`() {
    #expect(
      TopPlay(columns: 40).table == [
        "  NAME           AGE         LAST FAILU…", "●▸state          3 min ago",
        "✗ menu                       The server…", "+ build                      needs bran…",
        "↻ build branch…", "· location",
      ])
    let wide = TopPlay(columns: 200).table
    #expect(wide[0].contains("VALUE") && wide[1].contains("3 couriers"))
  }

  @Test(arguments: [1, 7, 20, 40, 80, 200], [1, 2, 5, 9, 24, 60])
  func `a frame has the lines of the terminal, and none is wider`(columns: Int, rows: Int) {
    var play = TopPlay(columns: columns, rows: rows)
    play.picture.value = ["日本語日本語日本語日本語日本語日本語", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"]
    for selection in [TopKey.home, .down, .end] {
      play.press(selection)
      #expect(play.frame.lines.count == rows)
      #expect(play.lines.allSatisfy { $0.columns <= columns })
    }
  }

  @Test func `what comes from outside acts on no terminal`() {
    var play = TopPlay()
    play.picture.value = ["\u{1B}[2J\u{202E}x"]
    play.picture.summaries = [ResourceID(.state): "\u{1B}]0;title\u{7}"]
    for columns in [80, 200] {
      play.size = .init(columns: columns, rows: 24)
      #expect(play.lines.allSatisfy { !$0.unicodeScalars.contains { $0.isInvisible } })
    }
    play.size = .init(columns: 80, rows: 24)
    #expect(play.lines.contains(#"\u{1B}[2J\u{202E}x"#))
  }

  @Test func `the failure has its buttons, cancel last, and its countdown`() {
    var play = TopPlay()
    play.picture.screen.parts[1].failure = TopPlay.box(countdown: 8)
    play.press(.down)
    #expect(play.lines.contains("── menu " + String(repeating: "─", count: 72)))
    #expect(play.lines.contains("The server has a problem  again in 8 s"))
    #expect(play.lines.contains { $0.hasPrefix("1 Try Again") && $0.hasSuffix("0 Cancel") })
    play.picture.screen.parts[1].failure = TopPlay.box(running: .tryAgain)
    #expect(play.lines.contains { $0.hasPrefix("1 Try Again …") })
  }

  @Test func `an alert comes before the failure of the row, and help before both`() {
    var play = TopPlay()
    play.picture.screen.alert = TopPlay.box(.overloaded)
    #expect(play.lines.contains(play.picture.screen.alert?.failure.title ?? "no alert"))
    #expect(play.press(.character("1")) != .none)
    play.picture.screen.help = play.picture.screen.alert?.failure.helpAnchor
    #expect(play.lines.contains { $0.hasPrefix("── help: ") })
    #expect(play.press(.escape) == .press(.closeHelp))
  }

  @Test func `the value scrolls, and not beyond its end`() {
    var play = TopPlay(rows: 12)
    play.picture.value = (1...50).map { "line \($0)" }
    play.press(.pageDown)
    #expect(!play.lines.contains("line 1"))
    for _ in 0..<50 { play.press(.pageDown) }
    #expect(play.lines.contains("line 50"))
    play.press(.wheelUp(line: 12))
    #expect(!play.lines.contains("line 50"))
  }

  @Test func `the past is a line of bars, newest at its right`() {
    let samples = [1.0, 0.5, 0.0].map { seconds in
      FetchSample(
        endedAt: Timestamp(millisecondsSince1970: 0), outcome: seconds == 0.5 ? .failed(.timeout) : .ok,
        status: nil,
        attempts: 1, duration: .milliseconds(Int(seconds * 1_000)), bytes: nil)
    }
    #expect(TopHistory(samples).line(columns: 80)?.text == "▁×█  66 % of 3 good, p50 0.5 s, p95 1 s")
    #expect(TopHistory([]).line(columns: 80) == nil)
  }

  // MARK: Painting

  @Test func `only lines that have changed are drawn again`() {
    var (painter, play) = (TopPainter(isColoured: true), TopPlay())
    let first = painter.paint(play.frame, play.size)
    #expect(first.hasPrefix("\u{1B}[0m\u{1B}[2J\u{1B}[1;1H"))
    #expect(painter.paint(play.frame, play.size) == "")
    play.picture.screen.parts[0].age = "4 min ago"
    let second = painter.paint(play.frame, play.size)
    #expect(second.hasPrefix("\u{1B}[2;1H") && second.contains("4 min ago"))
    // The row, and what is known of it.
    #expect(second.count { $0 == "H" } == 2)
    play.size = .init(columns: 80, rows: 20)
    #expect(painter.paint(play.frame, play.size).contains("\u{1B}[2J"))
  }

  @Test func `without colours there is no style`() {
    let play = TopPlay()
    #expect(play.frame.lines.allSatisfy { !$0.rendered(columns: 80, isColoured: false).contains("\u{1B}") })
    let selected = play.frame.lines[1].rendered(columns: 80, isColoured: true)
    #expect(selected.contains("\u{1B}[7;32m●\u{1B}[0m") && selected.hasSuffix(" \u{1B}[0m"))
  }
}
