import Reactor

/// Draws frames on a terminal (ECMA-48; xterm's private modes): of each frame only the lines that are others than
/// before.
struct TopPainter {
  private let isColoured: Bool
  /// What stands on the terminal; nil for what nobody knows.
  private var shown: [String]?
  private var size: TerminalSize?

  /// The alternate screen, without a cursor and without wrapping; clicks and the wheel as SGR reports.
  static let greeting = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h"
  static let farewell = "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[0m\u{1B}[?1049l"

  init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Nobody knows what stands on the terminal.
  mutating func forget() {
    shown = nil
  }

  /// What turns the terminal into the frame; empty if it shows it already.
  mutating func paint(_ frame: TopFrame, _ size: TerminalSize) -> String {
    let lines = frame.lines.map { $0.rendered(columns: size.columns, isColoured: isColoured) }
    var output = ""
    if shown == nil || self.size != size {
      output = "\u{1B}[0m\u{1B}[2J"
      shown = Array(repeating: "", count: lines.count)
    }
    for (index, line) in lines.enumerated() where shown?[index] != line {
      output += "\u{1B}[\(index + 1);1H\(line)\u{1B}[K"
    }
    (shown, self.size) = (lines, size)
    return output
  }
}
