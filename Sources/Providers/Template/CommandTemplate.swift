import StatusCore

/// A command with parameters in its words: an argument stays one word, or a part of one, and nothing interprets it.
package struct CommandTemplate: Hashable, Sendable {
  private let words: [Template]

  var parameters: [String] { words.flatMap(\.parameters) }

  /// The words as they were given, without their quotes.
  var texts: [String] { words.map(\.text) }

  /// What stands literally in its words, the program first.
  var literals: [String] {
    words.flatMap(\.parts).compactMap { if case .literal(let text) = $0 { text } else { nil } }
  }

  /// - Returns: nil for words without parameters.
  init?(_ words: [Template]) throws(SourceAddressError) {
    self.words = words
    guard !parameters.isEmpty else { return nil }
    guard words.first?.isLiteral ?? false else {
      throw SourceAddressError("the program of a command must not hold a template; its further words may")
    }
  }

  /// The command of an instance.
  func command(with arguments: ResourceArguments) throws(ArgumentFault) -> Command {
    for word in words { try refuseOption(in: word, arguments) }
    let expanded = words.map { word in word.expanded { arguments[$0] ?? "" } }
    return Command(program: expanded.first ?? "", arguments: Array(expanded.dropFirst()))
  }

  /// A word that begins with an argument must not become an option.
  private func refuseOption(in word: Template, _ arguments: ResourceArguments) throws(ArgumentFault) {
    for part in word.parts {
      guard case .parameter(let name) = part else { return }
      let value = arguments[name] ?? ""
      guard value.utf8.first != UInt8(ascii: "-") else {
        throw ArgumentFault(
          name, .range, "must not begin with “-”: the program would take the word for an option")
      }
      // Behind an empty value the word begins with what comes next.
      guard value.isEmpty else { return }
    }
  }
}
