import Engine
import StatusServer

/// The man page in the language of man(7), made of the tables of commands and options.
struct ManualPage {
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  init() {
    lines.append(".TH STATUSD 1 \"\" \"statusd \(Version.current)\" \"User Commands\"")
    heading("NAME")
    lines.append("statusd \\- \(Self.escaped(Self.clause(Statusd.abstract)))")
    synopsis()
    heading("DESCRIPTION")
    prose(Statusd.discussion)
    heading("COMMANDS")
    for command in Statusd.commands { describe(command) }
    describeCommonOptions()
    listMethods()
    ending()
  }

  private mutating func listMethods() {
    heading("METHODS")
    for method in MethodDescription.all {
      let words = method.description.dropFirst(method.name.count)
      lines += [".TP", "\\fB\(Self.escaped(method.name))\\fR\(Self.escaped(String(words)))"]
      prose(method.summary + (method.isForCall ? "" : " For sessions alone."))
    }
  }

  private mutating func heading(_ title: String) { lines.append(".SH \"\(title)\"") }

  private mutating func synopsis() {
    heading("SYNOPSIS")
    for (index, command) in Statusd.commands.enumerated() {
      let words = command.arguments.map { argument in
        let name = Self.escaped(argument.name.uppercased())
        let word = argument.isRepeatable ? "\(name)..." : name
        return argument.need == nil ? "[\\fI\(word)\\fR]" : "\\fI\(word)\\fR"
      }
      if index > 0 { lines.append(".br") }
      lines.append(
        (["\\fBstatusd \(command.name)\\fR", "[\\fIOPTION\\fR...]"] + words).joined(separator: " "))
    }
  }

  // MARK: Commands and options

  /// A command with the options that are its own.
  private mutating func describe(_ command: any Command.Type) {
    lines.append(".SS \"statusd \(command.name)\"")
    prose(command.abstract)
    lines.append(".PP")
    prose(command.discussion)
    for group in command.groups where !Self.isShared(group.title) {
      for option in group.options { describe(option) }
    }
    for argument in command.arguments {
      describe("\\fI\(Self.escaped(argument.name.uppercased()))\\fR", argument.summary)
    }
  }

  /// The options that commands share, each once.
  private mutating func describeCommonOptions() {
    heading("COMMON OPTIONS")
    var seen: Set<String> = []
    for group in Statusd.commands.flatMap({ $0.groups }) where Self.isShared(group.title) {
      for option in group.options where seen.insert(option.name).inserted { describe(option) }
    }
    for option in StandardOption.allCases { describe(Self.bold(option.names), option.summary) }
  }

  /// Whether several commands have a group of options of that title.
  private static func isShared(_ title: String?) -> Bool {
    title != nil
      && Statusd.commands.filter { $0.groups.contains { $0.title == title } }.count > 1
  }

  private mutating func describe(_ option: OptionForm) {
    let argument = option.argument.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    describe(Self.bold([option.title]) + argument, option.summary())
  }

  private mutating func describe(_ label: String, _ text: String) {
    lines += [".TP", label]
    prose(text)
  }

  private static func bold(_ names: [String]) -> String {
    names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
  }

  // MARK: The rest

  private mutating func ending() {
    heading("EXIT STATUS")
    for (status, words) in Self.statuses { lines += [".TP", "\\fB\(status)\\fR", words] }
    heading("ENVIRONMENT")
    lines += [".TP", "\\fBSTATUSD_\\fR\\fIKEY\\fR", "A key of the configuration in upper snake case."]
    lines += [".TP", "\\fBNO_COLOR\\fR", "If set to anything, no words are coloured."]
    heading("FILES")
    lines += [".TP", "\\fI~/.config/statusd/config.toml\\fR", "The configuration, TOML or JSON."]
  }

  private static let statuses = [
    ("0", "Success."),
    ("1", "A failure that nothing below helps with; a condition of --unless holds."),
    ("64", "The command line cannot be used."), ("65", "The source brought data that cannot be used."),
    ("66", "A file does not exist."), ("69", "The source cannot be reached."),
    ("71", "The system lacks what every process needs."), ("74", "Input or output failed."),
    ("75", "Trying later can help."), ("77", "Somebody has to sign in or to give a permission."),
    ("78", "There is a mistake in the configuration."), ("124", "The time of wait is over."),
  ]

  // MARK: Texts

  /// Paragraphs, and indented lines as they stand.
  private mutating func prose(_ text: String) {
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = line.hasPrefix("  ")
      if isIndented != isExample { lines.append(isIndented ? ".nf" : ".fi") }
      isExample = isIndented
      if line.isEmpty {
        lines.append(".PP")
      } else if isIndented {
        // As wide as a page of 80 columns with the indentation of its text.
        let broken = ShellWords.broken(String(line), columns: 70).split(separator: "\n")
        lines += broken.map { Self.escaped(String($0)) }
      } else {
        lines.append(Self.escaped(String(line)))
      }
    }
    if isExample { lines.append(".fi") }
  }

  /// Text that roff(7) takes for no request: a backslash, a dash, and a point or quote at the start of a line.
  private static func escaped(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "…": "..."
      case "°": "\\(de"
      default: String(scalar)
      }
    }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// A sentence as a part of another one.
  private static func clause(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}
