import Reactor

/// Where on the terminal what stands: the heading and the rows, what is known of the selected one, a line of keys.
struct TopLayout: Equatable {
  let size: TerminalSize
  /// How many rows of the table there is room for.
  let rows: Int

  /// - Parameter count: How many rows there are.
  init(_ size: TerminalSize, rows count: Int) {
    self.size = size
    // The rows have half of what the heading and the keys leave, and all of it where that is little.
    let room = max(0, size.rows - 2)
    rows = room < 8 ? room : min(count, max(3, room / 2))
  }

  /// The lines below the rows, with the line that sets them off.
  var details: Int { max(0, size.rows - 2 - rows) }

  /// The row on a line of the terminal, which is counted from 1; nil for a line that has none.
  func row(onLine line: Int) -> Int? {
    2...max(2, rows + 1) ~= line ? line - 2 : nil
  }
}
