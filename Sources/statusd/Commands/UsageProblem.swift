import ArgumentParser
import StatusServer
import Text

/// Why the library did not take the arguments, found a second time in our own words.
///
/// The library repeats arguments as they are. Those may be secrets, since a mistyped option or a missing pair of
/// quotes turns a source's password into an argument of its own. So nothing is repeated here but the names of
/// options, and those only if they look like one.
struct UsageProblem: CustomStringConvertible {
  let description: String

  init(_ arguments: [String]) {
    var walk = UsageWalk(arguments)
    description = walk.problem() ?? "the arguments cannot be used"
  }
}

/// Goes through the arguments as the library does, up to the first that does not fit.
struct UsageWalk {
  private var rest: ArraySlice<String>
  private var command: (any ParsableCommand.Type)?
  private var positional = 0

  init(_ arguments: [String]) {
    rest = arguments[...]
  }

  mutating func problem() -> String? {
    if rest.first == "help" { return Self.problem(ofHelp: rest.dropFirst().first ?? "") }
    while let argument = rest.popFirst() {
      let isOption = argument.hasPrefix("-") && argument != "-"
      if let problem = isOption ? self.problem(option: argument) : self.problem(positional: argument) {
        return problem
      }
    }
    guard positional == 0 else { return nil }
    return switch command {
    case is CallOnce.Type: "call needs the name of a method"
    case is CompletionsCommand.Type: "completions needs the name of a shell: bash, zsh or fish"
    default: nil
    }
  }

  private mutating func problem(option: String) -> String? {
    let name = String(option.prefix { $0 != "=" })
    let hasValue = name.utf8.count < option.utf8.count
    let known = Self.options(of: command ?? Serve.self)
    switch known[name] {
    case nil: return Self.unknown(name, known.keys)
    case false?: return hasValue ? "\(name) takes no value" : nil
    case true?:
      let value = hasValue ? String(option.dropFirst(name.count + 1)) : rest.popFirst() ?? ""
      guard value.isEmpty || !hasValue && value.hasPrefix("-") && value != "-" else { return nil }
      return "\(name) needs a value; one that begins with - is given as \(name)=…"
    }
  }

  private mutating func problem(positional argument: String) -> String? {
    let commands = Dictionary(
      uniqueKeysWithValues: Statusd.configuration.subcommands.map { ($0._commandName, $0) })
    if command == nil, let named = commands[argument] {
      command = named
      return nil
    }
    positional += 1
    guard positional > Self.mostWords(of: command) else { return nil }
    return "an argument belongs to no option and is no command" + advice(for: argument, commands.keys)
  }

  /// The end of a sentence about a word that is too much.
  private func advice(for word: String, _ commands: some Sequence<String>) -> String {
    if command is ConfigCommand.Type {
      return "; config prints every key, and grep finds one: statusd config | grep KEY"
    }
    guard command == nil else { return "" }
    if let near = word.nearest(in: commands) { return "; did you mean \(near)?" }
    let method = word.nearest(in: MethodDescription.all.map(\.name))
    return method.map { "; did you mean statusd call \($0)?" } ?? ""
  }

  private static func problem(ofHelp word: String) -> String {
    let advice = word.nearest(in: Statusd.commandNames).map { "; did you mean \($0)?" } ?? ""
    return "help is for the name of a command" + advice
  }

  /// How many words a command takes that belong to no option.
  private static func mostWords(of command: (any ParsableCommand.Type)?) -> Int {
    switch command {
    case is CallOnce.Type, is WatchCommand.Type, is DoctorCommand.Type: .max
    case is SchemaCommand.Type, is CompletionsCommand.Type: 1
    default: 0
    }
  }

  private static func unknown(_ name: String, _ known: some Collection<String>) -> String {
    if let advice = MeantOptions.advice(for: name, among: known) { return "\(name) is no option; \(advice)" }
    let isLong = name.hasPrefix("--") && 3...24 ~= name.utf8.count
    let isPlain = name.utf8.allSatisfy { $0 == 0x2D || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
    // Behind one dash stands a letter, or a cluster of them that may be anything.
    guard isLong, isPlain else { return "an argument that begins with - is no option" }
    return "\(name) is no option" + (name.nearest(in: known).map { "; did you mean \($0)?" } ?? "")
  }

  /// The names of the command's options as its help lists them, and whether each takes a value.
  static func options(of command: any ParsableCommand.Type) -> [String: Bool] {
    var options: [String: Bool] = [:]
    for line in command.helpMessage(includeHidden: true, columns: 1_000).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.first?.hasPrefix("-") == true else { continue }
      let names = words.prefix { $0.hasPrefix("-") }.map { String($0.prefix { $0 != "," }) }
      let takesValue = words.dropFirst(names.count).first?.hasPrefix("<") == true
      for name in names { options[name] = takesValue }
    }
    if command == Serve.self { options["--version"] = false }
    return options
  }
}
