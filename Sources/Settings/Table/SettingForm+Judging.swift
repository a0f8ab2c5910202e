import Engine
import Jansson
import Providers
import StatusCore
import Text

/// Why a value cannot stand where it stands.
struct UnfitValue: Error, Hashable {
  /// The rest of a sentence that begins with the key; says nothing of what was got.
  let expectation: String
  /// What was got, nothing secret in it; nil where the expectation says all.
  var got: String?
  /// Whether it names a variable or a file that is not there, and would be right with it.
  var isMissing = false
  /// What was probably meant, which may repeat what was got.
  var advice: String?
}

extension SettingForm {
  /// Judges a value of a file; tables of headers and of options are judged member by member (``FileLayer``).
  func value(_ given: GivenValue, _ environment: Environment) throws(UnfitValue) -> SettingValue {
    switch (self, given) {
    case (.seconds(let range), .integer(let number)): try seconds(Double(number), in: range, given)
    case (.seconds(let range), .real(let number)): try seconds(number, in: range, given)
    case (.integer(let range, _), .integer(let number)) where range.contains(number): .integer(number)
    case (.boolean, .boolean(let isTrue)): .boolean(isTrue)
    case (.choice(let words), .string(let text)): try choice(text, of: words)
    case (.kinds, .array(let names)): .kinds(try kinds(names))
    case (.variables, .array(let names)): .variables(try variables(names))
    case (_, .string(let text)) where isText: try judged(text)
    default: throw mismatch(given)
    }
  }

  /// Judges a variable of the environment.
  func value(variable text: String) throws(UnfitValue) -> SettingValue {
    let given: GivenValue =
      switch self {
      case .seconds: Double(text).map { .real($0) } ?? .string(text)
      case .integer: Int(text).map { .integer($0) } ?? .string(text)
      case .boolean: Bool(text).map { .boolean($0) } ?? .string(text)
      default: .string(text)
      }
    return try value(given, [:])
  }

  private var isText: Bool {
    switch self {
    case .source, .locationSource, .path, .storePath, .pointer, .title, .command, .template: true
    case .seconds, .integer, .boolean, .choice, .headers, .recoveryOptions, .statuses, .kinds, .classRules,
      .variables:
      false
    }
  }

  private func mismatch(_ given: GivenValue) -> UnfitValue {
    UnfitValue(expectation: "must be \(expectation)", got: given.kind)
  }

  private func seconds(
    _ number: Double, in range: ClosedRange<Double>, _ given: GivenValue
  ) throws(UnfitValue) -> SettingValue {
    // NaN is in no range.
    guard range.contains(number) else { throw mismatch(given) }
    return .seconds(Duration(nearest: number))
  }

  private func choice(_ text: String, of words: [String]) throws(UnfitValue) -> SettingValue {
    guard words.contains(text) else {
      throw UnfitValue(expectation: "must be \(expectation)", got: "“\(text.excerpt)”")
    }
    return .text(text)
  }

  private func judged(_ text: String) throws(UnfitValue) -> SettingValue {
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw UnfitValue(
        expectation: "must be \(expectation)", got: text.isEmpty ? "an empty string" : "a string with U+0000")
    }
    switch self {
    case .source: return .source(try source(text))
    case .locationSource: return .location(try location(text))
    case .title: return .text(try title(text))
    case .command: return .command(try command(text))
    case .pointer: return .text(try pointer(text))
    case .path, .storePath: return .text(try path(text))
    case .template(let isLocation): return .template(try template(text, isLocation: isLocation))
    default: return .text(text)
    }
  }

  private func path(_ text: String) throws(UnfitValue) -> String {
    guard let path = HomePath.expanded(text) else {
      throw UnfitValue(expectation: "begins with ~, and the variable HOME names no folder")
    }
    return path
  }

  private func pointer(_ text: String) throws(UnfitValue) -> String {
    guard JSONPointerPath(text) != nil else {
      throw UnfitValue(expectation: "must be \(expectation)", got: "“\(text.excerpt)”")
    }
    return text
  }

  private func template(_ text: String, isLocation: Bool) throws(UnfitValue) -> String {
    do throws(WatchMistake) {
      _ = try LineTemplate(text, isLocation: isLocation)
      return text
    } catch {
      throw UnfitValue(expectation: error.message)
    }
  }

  private func source(_ text: String) throws(UnfitValue) -> SourceAddress {
    do throws(SourceAddressError) {
      return try SourceAddress(text)
    } catch {
      throw UnfitValue(
        expectation: "names no source: \(error.expectation)", got: error.shown, advice: error.advice)
    }
  }

  private func title(_ text: String) throws(UnfitValue) -> String {
    guard text.unicodeScalars.count <= Self.longestTitle, !text.unicodeScalars.contains(where: \.isInvisible),
      text.contains(where: { $0 != " " })
    else { throw UnfitValue(expectation: "must be \(expectation)") }
    return text
  }

  private func kinds(_ names: [GivenValue]) throws(UnfitValue) -> Set<FailureKind> {
    guard !names.isEmpty else { throw UnfitValue(expectation: "must name a kind of failure at least") }
    var kinds: Set<FailureKind> = []
    for name in names {
      guard case .string(let text) = name else { throw mismatch(name) }
      guard let kind = FailureKind(rawValue: text) else {
        let advice = text.nearest(in: FailureKind.allCases.map(\.rawValue)).map { "; did you mean \($0)?" }
        throw UnfitValue(
          expectation:
            "names “\(text.excerpt)”, which is no kind of failure (docs/failures.md)\(advice ?? "")")
      }
      kinds.insert(kind)
    }
    return kinds
  }

  /// What cannot be the name of a variable may be the value of one.
  private func variables(_ names: [GivenValue]) throws(UnfitValue) -> [String] {
    var variables: [String] = []
    for name in names {
      guard case .string(let text) = name else { throw mismatch(name) }
      guard text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
        throw UnfitValue(expectation: "must have names of letters, digits and _")
      }
      variables.append(text)
    }
    return variables
  }

  private func command(_ text: String) throws(UnfitValue) -> Command {
    do throws(SourceAddressError) {
      return try Command(line: text)
    } catch {
      throw UnfitValue(expectation: "names no command: \(error.expectation)", got: error.shown)
    }
  }

  private func location(_ text: String) throws(UnfitValue) -> LocationAddress {
    do throws(LocationAddressError) {
      return try LocationAddress(text)
    } catch {
      throw UnfitValue(expectation: "names no location: \(error)")
    }
  }
}
