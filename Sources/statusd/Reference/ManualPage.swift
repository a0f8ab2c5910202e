import ArgumentParser
import Engine
import Jansson
import StatusServer

/// The man page in the language of man(7), made of what the library knows of each command.
struct ManualPage {
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") }

  init() {
    lines.append(".TH STATUSD 1 \"\" \"statusd \(Version.current)\" \"User Commands\"")
    guard let tool = try? JSONValue.parse(Array(Statusd._dumpHelp().utf8).span), let root = tool["command"]
    else {
      return
    }
    heading("NAME")
    add(plain: "statusd \\- \(Self.escaped(Self.clause(root["abstract"]?.string ?? "")))")
    let commands = (root["subcommands"]?.elements.map { $0 } ?? []).filter {
      $0["commandName"]?.string != "help"
    }
    synopsis(commands)
    heading("DESCRIPTION")
    prose(root["discussion"]?.string ?? "")
    heading("COMMANDS")
    for command in commands { describe(command) }
    common(commands)
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
  private mutating func add(plain line: String) { lines.append(line) }

  private mutating func synopsis(_ commands: [JSONValue]) {
    heading("SYNOPSIS")
    for command in commands {
      let words = Self.positional(of: command).map { argument in
        let name = Self.escaped((argument["valueName"]?.string ?? "").uppercased())
        let word = argument["isRepeating"]?.boolean == true ? "\(name)..." : name
        return argument["isOptional"]?.boolean == true ? "[\\fI\(word)\\fR]" : "\\fI\(word)\\fR"
      }
      let line = ["\\fBstatusd \(command["commandName"]?.string ?? "")\\fR", "[\\fIOPTION\\fR...]"] + words
      if command !== commands.first { lines.append(".br") }
      lines.append(line.joined(separator: " "))
    }
  }

  // MARK: Commands and options

  /// A command with the options that are its own.
  private mutating func describe(_ command: JSONValue) {
    lines.append(".SS \"statusd \(command["commandName"]?.string ?? "")\"")
    prose(command["abstract"]?.string ?? "")
    if let discussion = command["discussion"]?.string {
      lines.append(".PP")
      prose(discussion)
    }
    for argument in Self.arguments(of: command) where argument["sectionTitle"] == nil {
      describe(argument: argument)
    }
  }

  /// The options that commands share, by the title of their group.
  private mutating func common(_ commands: [JSONValue]) {
    heading("COMMON OPTIONS")
    var seen: Set<String> = []
    for argument in commands.flatMap(Self.arguments) where argument["sectionTitle"] != nil {
      guard seen.insert(Self.names(of: argument).joined()).inserted else { continue }
      describe(argument: argument)
    }
  }

  private mutating func describe(argument: JSONValue) {
    let isPositional = argument["kind"]?.string == "positional"
    let value = Self.escaped(argument["valueName"]?.string ?? "")
    lines.append(".TP")
    if isPositional {
      lines.append("\\fI\(value.uppercased())\\fR")
    } else {
      let names = Self.names(of: argument).map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
      lines.append(argument["kind"]?.string == "option" ? "\(names) \\fI\(value)\\fR" : names)
    }
    prose(argument["abstract"]?.string ?? "")
  }

  private static func names(of argument: JSONValue) -> [String] {
    (argument["names"]?.elements.map { $0 } ?? []).map { name in
      (name["kind"]?.string == "short" ? "-" : "--") + (name["name"]?.string ?? "")
    }
  }

  private static func positional(of command: JSONValue) -> [JSONValue] {
    arguments(of: command).filter { $0["kind"]?.string == "positional" }
  }

  private static func arguments(of command: JSONValue) -> [JSONValue] {
    (command["arguments"]?.elements.map { $0 } ?? []).filter { argument in
      argument["shouldDisplay"]?.boolean == true && !names(of: argument).contains("--help")
    }
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
    ("0", "Success."), ("1", "A failure that nothing below helps with."),
    ("64", "The command line cannot be used."), ("65", "The source brought data that cannot be used."),
    ("66", "A file does not exist."), ("69", "The source cannot be reached."),
    ("71", "The system lacks what every process needs."), ("74", "Input or output failed."),
    ("75", "Trying later can help."), ("77", "Somebody has to sign in or to give a permission."),
    ("78", "There is a mistake in the configuration."),
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
