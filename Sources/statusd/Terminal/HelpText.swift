import StatusServer

/// What `--help` prints, in lines that are no longer than the terminal is wide.
struct HelpText: CustomStringConvertible {
  /// Where the texts of options begin.
  private static let column = 26
  /// A terminal must be so wide for two columns.
  private static let leastForColumns = 60

  private let columns: Int
  private var lines: [String] = []

  var description: String { lines.joined(separator: "\n") }

  /// - Parameter command: nil for the whole program.
  init(of command: (any Command.Type)?, columns: Int) {
    self.columns = columns
    guard let command else {
      addProgram()
      return
    }
    addProse(command.abstract, command.discussion)
    addUsage(([command.name, "[<options>]"] + command.arguments.map(\.usage)).joined(separator: " "))
    if !command.arguments.isEmpty {
      addSection("Arguments", command.arguments.map { ("<\($0.name)>", $0.summary) })
    }
    for group in command.groups { addSection(group.title, group.options) }
    addStandardOptions(isSection: command.groups.last.map { $0.title != nil } ?? true)
    if command is CallCommand.Type { addMethods() }
  }

  private mutating func addProgram() {
    addProse(Statusd.abstract, Statusd.discussion)
    addUsage("<subcommand>")
    addStandardOptions(isSection: true)
    addSection(
      "Subcommands",
      Statusd.commands.map { ($0 is Serve.Type ? "\($0.name) (default)" : $0.name, $0.abstract) })
    addText("", "  See 'statusd help <subcommand>' for detailed help.")
  }

  // MARK: Parts

  private mutating func addProse(_ abstract: String, _ discussion: String) {
    addText("OVERVIEW: \(abstract)", "")
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      // An example is broken where it can be pasted all the same.
      if line.hasPrefix("  ") {
        lines.append(ShellWords.broken(String(line), columns: columns))
      } else {
        addText(String(line))
      }
    }
  }

  private mutating func addUsage(_ words: String) {
    lines += ["", WordWrap.lines("USAGE: statusd \(words)", columns: columns, indent: 7)]
  }

  private mutating func addSection(_ title: String?, _ options: [OptionForm]) {
    addSection(
      title ?? "Options",
      options.map { option in
        (option.title + (option.argument.map { " <\($0)>" } ?? ""), option.summary())
      })
  }

  private mutating func addSection(_ title: String, _ rows: [(label: String, text: String)]) {
    lines += ["", "\(title.uppercased()):"]
    for row in rows { addRow(row.label, row.text) }
  }

  /// - Parameter isSection: Whether there are no options of the command's own above.
  private mutating func addStandardOptions(isSection: Bool) {
    if isSection { lines += ["", "OPTIONS:"] }
    for option in StandardOption.allCases { addRow(option.names.joined(separator: ", "), option.summary) }
  }

  private mutating func addMethods() {
    addSection("Methods", MethodDescription.all.filter(\.isForCall).map { ($0.name, $0.summary) })
    addText("", "  statusd methods lists them with their params.")
  }

  // MARK: Lines

  private mutating func addText(_ texts: String...) {
    lines += texts.map { WordWrap.lines($0, columns: columns) }
  }

  /// Adds a name with its text: behind it where there is room, else below it.
  private mutating func addRow(_ label: String, _ text: String) {
    let name = "  " + WordWrap.lines(label, columns: columns, first: 2, indent: 2)
    let isWide = columns >= Self.leastForColumns
    let indent = isWide ? Self.column : 6
    let padding = String(repeating: " ", count: max(0, indent - name.count))
    let wrapped = WordWrap.lines(text, columns: columns, first: indent, indent: indent)
    if isWide, name.count <= Self.column - 2 {
      lines.append(name + padding + wrapped)
    } else {
      lines += [name, String(repeating: " ", count: indent) + wrapped]
    }
  }
}

extension Argument {
  /// As the line of the usage shows it.
  fileprivate var usage: String {
    let name = isRepeatable ? "<\(name)> ..." : "<\(name)>"
    return need == nil ? "[\(name)]" : name
  }
}
