import Text

/// The rows in columns, as many as the terminal has room for.
struct TopTable {
  private let columns: [Column]
  private let widths: [Int]

  private enum Column: String {
    case name = "NAME"
    case age = "AGE"
    case next = "NEXT"
    case attempt = "TRY"
    case value = "VALUE"
    case note = "LAST FAILURE"

    /// What it takes at most; nil for what is shared out.
    var widest: Int? {
      switch self {
      case .name: 32
      case .age: 10
      case .next: 9
      case .attempt: 5
      case .value, .note: nil
      }
    }

    func text(of row: TopRow) -> String {
      switch self {
      case .name: row.name
      case .age: row.age
      case .next: row.next
      case .attempt: row.attempt
      case .value: row.value
      case .note: row.note
      }
    }
  }

  /// What a sign takes, and the mark of the selected row.
  private static let indent = 2
  private static let gap = 2

  /// - Parameter room: The columns of the terminal.
  init(_ rows: [TopRow], room: Int) {
    columns =
      room < 60
      ? [.name, .age, .note]
      : room < 100
        ? [.name, .age, .next, .attempt, .note]
        : [.name, .age, .next, .attempt, .value, .note]
    var widths = columns.map { column in
      // As wide as its widest word: rows come and go, but these words do not.
      column.widest.map { widest in
        column == .name
          ? min(max(4, rows.map(\.name.columns).max() ?? 0), min(widest, max(8, room / 3))) : widest
      }
    }
    let shared = widths.count { $0 == nil }
    let used = Self.indent + widths.reduce(0) { $0 + ($1 ?? 0) } + Self.gap * (columns.count - 1)
    let share = max(0, room - used) / max(1, shared)
    for index in widths.indices where widths[index] == nil { widths[index] = share }
    self.widths = widths.map { $0 ?? 0 }
  }

  var heading: TopLine {
    var line = TopLine(String(repeating: " ", count: Self.indent))
    for (column, width) in zip(columns, widths) { line.add(cell(column.rawValue, column, width), .heading) }
    return line
  }

  func line(of row: TopRow, isSelected: Bool = false) -> TopLine {
    var line = TopLine()
    line.add(row.sign.text, row.sign.style)
    // Where there are no colours, this says which row is selected.
    line.add(isSelected ? "▸" : " ")
    for (column, width) in zip(columns, widths) {
      let text = column.text(of: row).visible
      let style: TopStyle = column == .note ? row.noteStyle : column == .name ? .plain : .faint
      line.add(cell(text, column, width), column == .value ? .plain : style)
    }
    line.isSelected = isSelected
    return line
  }

  /// The last column has nothing behind it.
  private func cell(_ text: String, _ column: Column, _ width: Int) -> String {
    guard column != .note else { return text.cut(toColumns: width) }
    return text.padded(toColumns: width) + String(repeating: " ", count: Self.gap)
  }
}
