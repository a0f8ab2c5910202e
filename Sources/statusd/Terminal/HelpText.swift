import ArgumentParser
import Reactor
import StatusServer

/// What `--help` prints, in lines that are no longer than the terminal is wide.
///
/// The library breaks lines wherever a space stands, within an example too, which then cannot be pasted any more.
/// So it is asked for lines that are not broken, and they are broken here.
struct HelpText: CustomStringConvertible {
  /// So wide that the library breaks no line.
  static let unbroken = 100_000
  /// Where the library has the texts of options.
  private static let column = 26
  /// A terminal must be so wide for two columns.
  private static let leastForColumns = 60

  private let columns: Int
  private var lines: [String] = []
  private var isExample = false

  var description: String { lines.joined(separator: "\n") }

  /// - Parameter text: The help as the library makes it, not broken.
  init(_ text: String, columns: Int) {
    self.columns = columns
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { add(String(line)) }
    if text.contains("\nUSAGE: statusd call ") { addMethods() }
  }

  private mutating func add(_ line: String) {
    let indent = line.prefix { $0 == " " }.count
    if line == "Examples:" { isExample = true } else if indent == 0 { isExample = false }
    switch indent {
    case 2 where isExample: lines.append(ShellWords.broken(line, columns: columns))
    case 2: addRow(String(line.dropFirst(2)))
    case Self.column: addText(String(line.dropFirst(Self.column)))
    default:
      lines.append(WordWrap.lines(line, columns: columns, indent: line.hasPrefix("USAGE:") ? 7 : indent))
    }
  }

  /// Adds an option, or another name, with its text.
  private mutating func addRow(_ row: String) {
    guard let gap = row.firstRange(of: "  ") else {
      return lines.append("  " + WordWrap.lines(row, columns: columns, first: 2, indent: 2))
    }
    let label = String(row[..<gap.lowerBound])
    lines.append("  " + label)
    addText(String(row[gap.upperBound...].drop { $0 == " " }))
  }

  /// Adds the text of the name that was added last: behind it where there is room, else below it.
  private mutating func addText(_ text: String) {
    guard columns >= Self.leastForColumns else {
      return lines.append("      " + WordWrap.lines(text, columns: columns, first: 6, indent: 6))
    }
    let wrapped = WordWrap.lines(text, columns: columns, first: Self.column, indent: Self.column)
    let last = lines.last ?? ""
    if last.count <= Self.column - 2, !last.isEmpty {
      lines[lines.count - 1] += String(repeating: " ", count: Self.column - last.count) + wrapped
    } else {
      lines.append(String(repeating: " ", count: Self.column) + wrapped)
    }
  }

  private mutating func addMethods() {
    lines += ["", "METHODS:"]
    for method in MethodDescription.all where method.isForCall {
      addRow("\(method.name)  \(method.summary)")
    }
    lines += ["", WordWrap.lines("  statusd methods lists them with their params.", columns: columns)]
  }
}
