import Text

/// Cells in columns, for people.
struct TextTable {
  let lines: [String]

  /// No cell is wider: one long name must not push the others off the screen.
  private static let widest = 40

  /// - Parameter isRight: The columns that are set against their right edge.
  init(_ rows: [[String]], isRight: Set<Int> = []) {
    let rows = rows.map { $0.map { $0.visible(inScalars: Self.widest) } }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    lines = rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let room = String(repeating: " ", count: widths[column] - cell.count)
        return isRight.contains(column) ? room + cell : cell + room
      }
      var line = Substring(cells.joined(separator: "  "))
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }
}
