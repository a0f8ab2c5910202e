import StatusCore

/// A length of time as a person writes it: `90`, `30s`, `10m`, `1h30m`.
struct TimeSpan: Hashable, Sendable {
  /// As it was written.
  let text: String
  let duration: Duration

  /// As a sentence has it.
  var words: String { text.utf8.last.map { 0x61...0x7A ~= $0 } == true ? text : "\(text) seconds" }

  private static let units: [(letter: UInt8, seconds: Double)] = [
    (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3_600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1),
  ]

  /// - Returns: nil for anything but numbers with units, of which each is smaller than the one before; a number alone
  ///   is in seconds.
  init?(_ text: String) {
    var rest = Substring(text).utf8
    var units = Self.units[...]
    var seconds = 0.0
    repeat {
      let digits = rest.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
      guard let number = Double(String(Substring(digits))) else { return nil }
      rest = rest.dropFirst(digits.count)
      guard let letter = rest.popFirst() else {
        guard digits.count == text.utf8.count else { return nil }
        seconds = number
        break
      }
      guard let index = units.firstIndex(where: { $0.letter == letter }) else { return nil }
      seconds += number * units[index].seconds
      units = units[(index + 1)...]
    } while !rest.isEmpty
    guard seconds.isFinite, seconds < 1e9 else { return nil }
    (self.text, duration) = (text, Duration(nearest: seconds))
  }
}

extension GivenOption {
  func timeSpan(atMost longest: Duration, _ name: String) throws(CommandEnd) -> TimeSpan {
    guard let span = TimeSpan(text), span.duration <= longest else {
      throw mistake("must be a time like 90, 30s, 10m or 1h30m, and at most \(name)")
    }
    return span
  }
}
