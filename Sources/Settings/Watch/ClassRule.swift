package import Jansson

/// A rule that gives a value a class, `CLASS:CONDITION`: `failed:/conclusion=failure`.
package struct ClassRule: Hashable, Sendable {
  /// The class: a word, as style sheets have it.
  package let name: String
  package let condition: Condition
  /// The condition as it was written.
  package let text: String

  package init(_ rule: String) throws(WatchMistake) {
    let bytes = rule.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isName(bytes[..<colon]) else {
      throw WatchMistake(
        message: "needs CLASS:CONDITION, with a class of 1 to 64 letters, digits, - and _, as in "
          + "failed:/state=failed")
    }
    name = String(Substring(bytes[..<colon]))
    text = String(Substring(bytes[bytes.index(after: colon)...]))
    do throws(Condition.WordError) {
      condition = try Condition(word: text)
    } catch {
      throw WatchMistake(message: error.expectation)
    }
    guard condition.test != .changed else {
      throw WatchMistake(
        message: "needs a condition of the value alone; whether it has changed gives no class")
    }
  }

  private static func isName(_ bytes: Substring.UTF8View) -> Bool {
    1...longestName ~= bytes.count && bytes.allSatisfy(isOfName)
  }

  /// The most bytes of a class.
  package static let longestName = 64

  /// Whether a class may have that byte.
  package static func isOfName(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
