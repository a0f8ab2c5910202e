import Testing

@testable import statusd

/// Every entry of the tables of commands and options is in the help, the man page and the completions.
struct CommandTableTests {
  /// An option of a command.
  struct Entry: Sendable, CustomTestStringConvertible {
    let command: any Command.Type
    let option: OptionForm

    var testDescription: String { "\(command.name) \(option.name)" }
  }

  private static let names = Statusd.commands.map { $0.name }
  private static let entries = Statusd.commands.flatMap { command in
    command.forms.map { Entry(command: command, option: $0) }
  }

  private func help(of command: (any Command.Type)?) -> [Substring] {
    HelpText(of: command, columns: 1_000).description.split(separator: "\n")
  }

  private func offers(_ words: String...) throws -> [Substring] {
    let line = try #require(CompletedLine([CompletedLine.request] + words))
    return line.offers.map { $0.prefix { $0 != "\t" } }
  }

  /// Without the marks of roff.
  private static let manual = ManualPage().text
    .replacing("\\-", with: "-").replacing("\\fB", with: "").replacing("\\fI", with: "")
    .replacing("\\fR", with: "").replacing("...", with: "…").split(separator: "\n")

  @Test func `there are commands and options`() {
    #expect(Self.names.count >= 9 && Set(Self.names).count == Self.names.count)
    #expect(Self.entries.count >= 40)
  }

  @Test(arguments: names)
  func `every command is in the help, the man page and the completions`(name: String) throws {
    let command = try #require(Statusd.command(named: name))
    #expect(help(of: nil).contains { $0.hasPrefix("  \(name) ") && $0.hasSuffix(command.abstract) })
    #expect(Self.manual.contains(".SS \"statusd \(name)\""))
    #expect(Self.manual.contains { $0.hasPrefix("statusd \(name) [OPTION…]") })
    #expect(try offers("").contains { $0 == name })
    for argument in command.arguments {
      #expect(help(of: command).contains { $0.hasPrefix("  <\(argument.name)>") })
      #expect(Self.manual.contains(argument.name.uppercased()[...]))
    }
  }

  @Test(arguments: entries)
  func `every option is in the help, the man page and the completions`(entry: Entry) throws {
    let (option, command) = (entry.option, entry.command)
    let label = option.title + (option.argument.map { " <\($0)>" } ?? "")
    let help = help(of: command)
    let place = try #require(help.firstIndex { $0 == "  \(label)" || $0.hasPrefix("  \(label) ") })
    #expect(help[place...].prefix(2).contains { $0.hasSuffix(option.summary()) })
    let heading = option.title + (option.argument.map { " \($0)" } ?? "")
    let line = try #require(Self.manual.firstIndex { $0 == heading })
    #expect(Self.manual[line - 1] == ".TP")
    #expect(Self.manual.contains(option.summary()[...]))
    #expect(try offers(command.name, "--").contains { $0 == option.name })
  }

  @Test(arguments: entries)
  func `every option says when its value is missing, or is too much`(entry: Entry) {
    let name = entry.option.name
    guard entry.option.argument != nil else {
      let only = entry.option.words.first.map { " but \($0), as \(name)=\($0)" } ?? ""
      return expect(["\(name)=1"], of: entry, "\(name) takes no value\(only)")
    }
    for words in [[name], ["\(name)="], [name, "--seed"], [name, "-1"]] {
      expect(words, of: entry, "\(name) needs a value; one that begins with - is given as \(name)=…")
    }
  }

  @Test(arguments: entries)
  func `what is near to an option leads to it`(entry: Entry) {
    let typed = "--" + entry.option.name.dropFirst(2).uppercased()
    expect([typed], of: entry, "\(typed) is no option; did you mean \(entry.option.name)?")
  }

  private func expect(_ words: [String], of entry: Entry, _ sentence: String) {
    #expect(throws: CommandEnd.mistake(sentence)) { _ = try entry.command.read(words[...]) }
  }

  @Test(arguments: CompletionShell.allCases)
  func `the completions of every shell ask the program`(shell: CompletionShell) {
    #expect(shell.script.contains(" \(CompletedLine.request) "))
  }
}
