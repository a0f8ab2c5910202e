/// One option of the command line.
///
/// The reader, help, man page, completions and near misses all follow from the tables of these; `Root` is the command
/// that takes it.
struct Option<Root>: Sendable {
  let form: OptionForm
  /// Puts what was given in its place.
  let read: @Sendable (inout Root, GivenOption) throws(CommandEnd) -> Void

  /// - Parameters:
  ///   - argument: What its argument is called.
  ///   - isRepeatable: Whether each of several counts; otherwise the last one does.
  init(
    _ name: String, _ argument: String, _ summary: @autoclosure @escaping @Sendable () -> String,
    completion: Completion = .none, isRepeatable: Bool = false,
    _ read: @escaping @Sendable (inout Root, GivenOption) throws(CommandEnd) -> Void
  ) {
    form = OptionForm(
      name: name, argument: argument, summary: summary, completion: completion, isRepeatable: isRepeatable)
    self.read = read
  }

  init(
    form: OptionForm, _ read: @escaping @Sendable (inout Root, GivenOption) throws(CommandEnd) -> Void
  ) {
    (self.form, self.read) = (form, read)
  }

  /// An option without an argument.
  init(
    flag name: String, _ summary: @autoclosure @escaping @Sendable () -> String,
    _ raise: @escaping @Sendable (inout Root) -> Void
  ) {
    form = OptionForm(name: name, argument: nil, summary: summary, completion: .none, isRepeatable: false)
    read = { root, _ in raise(&root) }
  }
}

extension Option {
  /// An option whose argument is one of some words.
  init<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ argument: String, _ summary: @autoclosure @escaping @Sendable () -> String,
    of choices: Choice.Type, _ place: @escaping @Sendable (inout Root, Choice) -> Void
  ) {
    self.init(name, argument, summary(), completion: .choices(of: choices)) {
      root, given throws(CommandEnd) in
      place(&root, try given.choice())
    }
  }

  /// An option whose argument is a number of seconds.
  init(
    _ name: String, _ summary: @autoclosure @escaping @Sendable () -> String,
    seconds range: ClosedRange<Double>, _ place: @escaping @Sendable (inout Root, Duration) -> Void
  ) {
    self.init(name, "seconds", summary()) { root, given throws(CommandEnd) in
      place(&root, try given.seconds(in: range))
    }
  }
}

/// What is known of an option without the command that takes it.
struct OptionForm: Sendable {
  /// With its dashes.
  let name: String
  /// What its argument is called; nil for an option without one.
  let argument: String?
  /// What it does, in sentences; made when somebody asks, because a start does not.
  let summary: @Sendable () -> String
  let completion: Completion
  let isRepeatable: Bool
  /// The words that may stand behind an equals sign of an option without an argument.
  var words: [String] = []

  /// As a person reads it: `--shared[=only]`.
  var title: String {
    name + (words.isEmpty ? "" : "[=\(words.joined(separator: "|"))]")
  }
}

/// Options that stand together in the help, and that several commands may have in common.
struct OptionGroup<Root>: Sendable {
  /// nil for the command's own.
  var title: String?
  let options: [Option<Root>]
}

/// A word of a command that belongs to no option.
struct Argument: Sendable {
  let name: String
  let summary: String
  var completion = Completion.none
  var isRepeatable = false
  /// What a command line lacks without it, as a noun; nil for a word that may be left out.
  var need: String?
}

/// What shells offer in the place of a word.
enum Completion: Sendable {
  case none, file, folder
  case words(@Sendable () -> [String])
  /// Words that depend on the rest of the line.
  case custom(@Sendable (CompletedLine) -> [String])

  static func choices<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    of type: Choice.Type
  ) -> Completion {
    .words { type.allCases.map(\.rawValue) }
  }
}
