import Engine
import Jansson
import Providers
import StatusCore
import Text

/// What a key may hold.
enum SettingForm: Hashable, Sendable {
  /// A number of seconds, with decimals if need be.
  case seconds(ClosedRange<Double>)
  case integer(ClosedRange<Int>, unit: Unit)
  case boolean
  /// One of some words.
  case choice([String])
  /// A SOURCE of a resource.
  case source
  /// A SOURCE of the location.
  case locationSource
  /// The path of a file; a relative one begins at the working directory.
  case path
  /// `none` or the path of a folder.
  case storePath
  /// A table of names and strings with `${NAME}` in them.
  case headers
  /// A table of recovery options by their names.
  case recoveryOptions
  /// A table of what HTTP statuses mean.
  case statuses
  /// A JSON Pointer.
  case pointer
  /// The words for a button.
  case title
  /// An array of kinds of failure.
  case kinds
  /// A program and its arguments.
  case command
  /// A template of `watch`, for a resource or for the location.
  case template(isLocation: Bool)
  /// An array of rules for the class of a value.
  case classRules
  /// An array of names of variables of the environment.
  case variables

  enum Unit: String, Sendable {
    case bytes, count
  }
}

/// What a key holds, read and judged.
enum SettingValue: Hashable, Sendable {
  case seconds(Duration)
  case integer(Int)
  case boolean(Bool)
  case text(String)
  case source(SourceAddress)
  case location(LocationAddress)
  /// The headers, those that name files, and the variables of the environment that they name.
  case headers([HTTPHeader], templates: [HeaderTemplate] = [], variables: Set<String> = [])
  case recoveryOptions([Configuration.RecoveryOption])
  case kinds(Set<FailureKind>)
  case statuses(StatusTable)
  case command(Command)
  /// A template that was judged.
  case template(String)
  /// Rules that were judged.
  case classRules([String])
  /// Names that were judged.
  case variables([String])
}

extension SettingForm {
  /// What must stand there, as the end of a sentence with “must be”.
  var expectation: String {
    switch self {
    case .seconds(let range):
      "a number of seconds between \(range.lowerBound.plain) and \(range.upperBound.plain)"
    case .integer(let range, .bytes):
      "a whole number of bytes between \(range.lowerBound) and \(range.upperBound)"
    case .integer(let range, .count): "a whole number between \(range.lowerBound) and \(range.upperBound)"
    case .boolean: JSONValue.Kind.boolean.noun
    case .choice(let words): words.count == 1 ? words[0] : "one of \(words.joined(separator: ", "))"
    case .source, .locationSource: "a string that names a source"
    case .path: "the path of a file"
    case .storePath: "none or the path of a folder"
    case .headers: "a table of header names and strings"
    case .recoveryOptions: "a table of recovery options"
    case .statuses: "a table of HTTP statuses and what they mean"
    case .pointer: "a JSON Pointer, such as /data/items/0"
    case .title: "a string of 1 to \(Self.longestTitle) characters on one line"
    case .kinds: "an array of kinds of failure"
    case .command: "a program and its arguments"
    case .template: "a template"
    case .classRules: "an array of rules CLASS:CONDITION"
    case .variables: "an array of names of variables"
    }
  }
}

extension SettingForm {
  /// How the sources that there are may be written; nil for what is no source.
  var sources: [String]? {
    switch self {
    case .source: SourceAddress.Scheme.allCases.map(\.fullForm)
    case .locationSource: LocationAddress.fullForms
    case .seconds, .integer, .boolean, .choice, .path, .storePath, .headers, .recoveryOptions, .statuses,
      .pointer, .title, .kinds, .command, .template, .classRules, .variables:
      nil
    }
  }
}

extension SettingForm {
  /// More does not fit on a button.
  static let longestTitle = 100

  /// Whether `${NAME}` in a string of the file stands for a variable of the environment.
  var takesVariables: Bool {
    switch self {
    case .source, .locationSource, .path, .storePath, .title: true
    // Headers are expanded one by one, a command is its shell's, and braces in a template are its own.
    case .seconds, .integer, .boolean, .choice, .headers, .recoveryOptions, .statuses, .pointer, .kinds,
      .command, .template, .classRules, .variables:
      false
    }
  }

  /// Whether a variable of the environment can hold it.
  var fitsVariable: Bool {
    switch self {
    case .headers, .recoveryOptions, .statuses, .kinds, .template, .classRules, .variables: false
    case .seconds, .integer, .boolean, .choice, .source, .locationSource, .path, .storePath, .pointer, .title,
      .command:
      true
    }
  }
}

extension Double {
  /// Without the fraction of a whole number: `10` and `0.1`.
  var plain: String {
    let digits = description
    return digits.ends(with: ".0") ? String(digits.dropLast(2)) : digits
  }
}
