import Engine
import Providers
import Settings
import StatusCore
import StatusServer

/// A command line that a shell completes: `statusd ---complete WORD…`, with the words up to the cursor.
///
/// The last word is the one that is completed. Nothing is fetched, and nothing is printed but what is offered.
struct CompletedLine {
  static let request = "---complete"

  /// The command, as far as one is named.
  private var command: (any Command.Type)?
  /// The words that belong to no option, but the last word.
  private(set) var others: [String] = []
  /// The options that have an argument, and what was given for each.
  private(set) var given: [GivenOption] = []
  /// The option whose argument is the last word.
  private var pending: OptionForm?
  private let last: String
  /// The beginning of the last word that the shell takes for words of its own, and leaves as it is.
  private let apart: String

  /// - Returns: nil for words that ask for something else.
  init?(_ words: [String]) {
    guard words.first == Self.request else { return nil }
    let (whole, apart) = Self.joined(words.dropFirst())
    (last, self.apart) = (whole.last ?? "", apart)
    for word in whole.dropLast() { take(word) }
  }

  /// bash makes three words of `name=value`.
  private static func joined(_ words: ArraySlice<String>) -> (words: [String], apart: String) {
    var joined: [String] = []
    var (isOpen, apart) = (false, "")
    for word in words {
      let isSeparator = word == "=" || word == ":"
      guard let before = joined.last, isSeparator || isOpen else {
        joined.append(word)
        (isOpen, apart) = (false, "")
        continue
      }
      joined[joined.count - 1] = before + word
      (isOpen, apart) = (isSeparator, isSeparator ? before + word : before)
    }
    return (joined, apart)
  }

  private mutating func take(_ word: String) {
    if let option = pending.take() {
      given.append(GivenOption(name: option.name, text: word))
    } else if word.hasPrefix("-") {
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { $0.name == sides[0] }), option.argument != nil else { return }
      if sides.count == 2 {
        given.append(GivenOption(name: option.name, text: sides[1]))
      } else {
        pending = option
      }
    } else if command == nil, others.isEmpty, let named = Statusd.command(named: word) {
      command = named
    } else {
      others.append(word)
    }
  }

  /// Behind options, of whatever command, may stand the name of a command.
  private var options: [OptionForm] { command?.forms ?? Statusd.commands.flatMap { $0.forms } }
}

// MARK: What is offered

extension CompletedLine {
  /// A line for each word that may stand there, and behind a tab what it means; `:file` and `:folder` stand for what the
  /// shell knows.
  var offers: [String] {
    if let pending { return offers(pending.completion) }
    if last.hasPrefix("-") { return offersOfOptions }
    guard let command else {
      return matching(Statusd.commands.map { ($0.name, $0.abstract) } + (others.isEmpty ? [Self.help] : []))
    }
    let place = command.arguments.last?.isRepeatable == true ? command.arguments.count - 1 : others.count
    let arguments = command.arguments.dropFirst(min(others.count, place))
    return arguments.first.map { offers($0.completion) } ?? []
  }

  private static let help = ("help", "Show the help of a command.")

  private var offersOfOptions: [String] {
    if let equals = last.firstIndex(of: "=") {
      let name = String(last[..<equals])
      return options.first { $0.name == name }.map { offers($0.completion, behind: "\(name)=") } ?? []
    }
    let known = (command ?? Serve.self).forms.map { ($0.name, $0.summary()) }
    return matching(
      known + StandardOption.allCases.flatMap { option in option.names.map { ($0, option.summary) } })
  }

  private func offers(_ completion: Completion, behind prefix: String = "") -> [String] {
    switch completion {
    case .none: []
    case .file: [":file"]
    case .folder: [":folder"]
    case .words(let words): matching(words().map { (prefix + $0, "") })
    case .custom(let words): matching(words(self).map { (prefix + $0, "") })
    }
  }

  private func matching(_ words: [(word: String, summary: String)]) -> [String] {
    words.filter { $0.word.hasPrefix(last) }.map { word, summary in
      word.dropFirst(apart.count) + (summary.isEmpty ? "" : "\t\(summary)")
    }
  }
}

// MARK: Words of the configuration

extension CompletedLine {
  /// What can be watched or checked: resources and the location.
  var subjects: [String] { resources + [ResourceName.location.rawValue] }

  /// Params of the method that stands on the line: `resource=menu`.
  var params: [String] {
    guard let method = MethodDescription.all.first(where: { $0.name == others.first }) else { return [] }
    return method.parameters.map(\.name).flatMap { name in values(of: name).map { "\(name)=\($0)" } }
  }

  private func values(of param: String) -> [String] {
    switch param {
    case "resource": resources
    case "anchor": HelpDocument.anchors
    default: []
    }
  }

  /// The resources of the configuration that the options lead to, also of one that has mistakes.
  var resources: [String] {
    var serve = Serve()
    for option in Serve.options.flatMap(\.options) {
      for given in given where given.name == option.form.name {
        let text = HomePath.expanded(given.text) ?? given.text
        try? option.read(&serve, GivenOption(name: given.name, text: text))
      }
    }
    let names = given.filter { $0.name == "--resource" }.compactMap {
      ResourceName.configured(String($0.text.prefix { $0 != "=" }))
    }
    let configured = SettingsReader.judge(serve.settings).settings.configuration.resources.map(\.name)
    return (configured + names.filter { !configured.contains($0) }).map(\.rawValue)
  }
}
