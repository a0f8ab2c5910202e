import Jansson

/// The clicks that i3bar and i3blocks write: one JSON object on a line, for i3bar within an array that never ends.
///
/// i3blocks 1.4 shares its input with its blocks, so the clicks on another block may come here too. What names another
/// is not ours.
struct Clicks {
  enum Button: Int {
    case left = 1
    case right = 3
  }

  /// The block's instance, as it is printed (``I3BarForm``).
  let instance: String

  /// The line that has no end yet; empty while the rest of a line that is too long is skipped.
  private var line: [UInt8] = []
  private var isSkipping = false

  init(on instance: String) {
    self.instance = instance
  }

  /// A click has a few hundred bytes.
  private static let longestLine = 8_192

  /// Takes bytes as they come.
  ///
  /// - Returns: The buttons that were clicked; other buttons, other blocks, and lines that are no clicks are passed over.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Button] {
    var buttons: [Button] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !isSkipping, let button = button(line) { buttons.append(button) }
        line = []
        isSkipping = false
      } else if !isSkipping {
        line.append(byte)
        if line.count > Self.longestLine { (line, isSkipping) = ([], true) }
      }
    }
    return buttons
  }

  private func button(_ line: [UInt8]) -> Button? {
    let object = line.drop { $0 != UInt8(ascii: "{") }
    let before = line.prefix(line.count - object.count)
    guard before.allSatisfy({ [UInt8(ascii: "["), UInt8(ascii: ","), 0x20, 0x09].contains($0) }) else {
      return nil
    }
    var scanner = JSONScanner(budget: JSONBudget(depth: 8, tokens: 256))
    guard (try? scanner.scan(Array(object).span)) != nil,
      let click = try? JSONValue.parse(Array(object).span), let number = click["button"]?.integer
    else { return nil }
    let isOurs =
      [("name", I3BarForm.name), ("instance", instance)].allSatisfy { member, ours in
        click[member]?.string.map { $0 == ours } ?? true
      }
    return isOurs ? Button(rawValue: number) : nil
  }
}
