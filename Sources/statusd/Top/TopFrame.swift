import Presenter
import Reactor
import StatusCore
import StatusServer
import Text

/// What stands on the terminal: a function of what is known and of what the person looks at.
struct TopFrame {
  /// As many as the terminal has.
  let lines: [TopLine]

  private let picture: TopPicture
  private let state: TopState
  private let layout: TopLayout
  private let rows: [TopRow]

  init(_ picture: TopPicture, _ state: TopState, _ size: TerminalSize) {
    self.picture = picture
    self.state = state
    rows = picture.rows(matching: state.filter)
    layout = TopLayout(size, rows: rows.count)
    var lines = Self.table(rows, state, layout)
    if layout.details > 0 {
      lines += Self.details(picture, state, layout)
    }
    lines = Self.filled(Array(lines.prefix(max(0, size.rows - 1))), to: size.rows - 1)
    self.lines = lines + (size.rows > 0 ? [Self.foot(state, picture)] : [])
  }

  private static func filled(_ lines: [TopLine], to count: Int) -> [TopLine] {
    lines + Array(repeating: TopLine(), count: max(0, count - lines.count))
  }

  private static func table(_ rows: [TopRow], _ state: TopState, _ layout: TopLayout) -> [TopLine] {
    let table = TopTable(rows, room: layout.size.columns)
    let shown = rows.dropFirst(state.firstRow).prefix(layout.rows)
    let lines = [table.heading] + shown.map { table.line(of: $0, isSelected: $0.subject == state.selection) }
    return filled(lines, to: layout.rows + 1)
  }

  /// The line that sets them off, and the lines below it.
  private static func details(_ picture: TopPicture, _ state: TopState, _ layout: TopLayout) -> [TopLine] {
    let columns = layout.size.columns
    let sheet = TopSheet(picture, state, columns: columns)
    let room = max(0, layout.details - 1 - sheet.head.count)
    let body = sheet.body.dropFirst(max(0, min(state.scroll, sheet.body.count - room))).prefix(room)
    let title = "── \(sheet.title.visible.cut(toColumns: max(0, columns - 6))) "
    let rule = String(repeating: "─", count: max(0, columns - title.columns))
    return [TopLine(title + rule, .faint)] + sheet.head + body.map { TopLine($0) }
  }

  /// What is typed, what became of the last key, or the keys.
  private static func foot(_ state: TopState, _ picture: TopPicture) -> TopLine {
    switch state.mode {
    case .filter: return TopLine("/\(state.filter)▏", .heading)
    case .opening(let text): return TopLine("open: \(text)▏", .heading)
    case .table, .keys: break
    }
    if let said = state.message ?? picture.screen.notice { return TopLine(said, .heading) }
    let filter = state.filter.isEmpty ? "" : "[/\(state.filter)] "
    return TopLine(
      filter + "q quit  ? keys  r refresh  s stop  p polling  0-9 option  / filter  a open  l location",
      .faint)
  }
}

extension TopState {
  /// Holds what is scrolled to what there is.
  mutating func settle(_ picture: TopPicture, _ size: TerminalSize) {
    let rows = picture.rows(matching: filter)
    let layout = TopLayout(size, rows: rows.count)
    settle(rows, rows: layout.rows)
    let sheet = TopSheet(picture, self, columns: size.columns)
    holdScroll(lines: sheet.body.count, room: max(0, layout.details - 1 - sheet.head.count))
  }
}
