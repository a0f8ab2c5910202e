import Engine
import Providers
import StatusCore
import Text

/// Why a value cannot stand where it stands.
struct UnfitValue: Error, Hashable {
  /// The rest of a sentence that begins with the key; says nothing of what was got.
  let expectation: String
  /// What was got, nothing secret in it; nil where the expectation says all.
  var got: String?
}

extension SettingForm {
  /// Judges a value of a file.
  func value(_ given: GivenValue, _ environment: Environment) throws(UnfitValue) -> SettingValue {
    switch (self, given) {
    case (.seconds(let range), .integer(let number)): try seconds(Double(number), in: range, given)
    case (.seconds(let range), .real(let number)): try seconds(number, in: range, given)
    case (.integer(let range, _), .integer(let number)) where range.contains(number): .integer(number)
    case (.boolean, .boolean(let isTrue)): .boolean(isTrue)
    case (.choice(let words), .string(let text)): try choice(text, of: words)
    case (.headers, .table(let members)): .headers(try HeaderTable.headers(members, environment))
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
    case .source, .locationSource, .path, .storePath: true
    default: false
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
    default:
      try refuseWhatIsNotThereYet(text)
      return .text(text)
    }
  }

  private func source(_ text: String) throws(UnfitValue) -> SourceAddress {
    do throws(SourceAddressError) {
      return try SourceAddress(text)
    } catch {
      throw UnfitValue(expectation: "names no source: \(error.expectation)", got: error.shown)
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

extension SettingForm {
  /// What later versions will take: the one place to open.
  private func refuseWhatIsNotThereYet(_ text: String) throws(UnfitValue) {
    switch self {
    case .storePath where text != "none":
      throw UnfitValue(expectation: "must be none: a store on disk is not in this version yet", got: "a path")
    default: break
    }
  }
}
