/// A key, or what the mouse does.
enum TopKey: Equatable {
  case character(Unicode.Scalar)
  case up, down, pageUp, pageDown, home, end, enter, escape, backspace
  /// With the line of the terminal, from 1.
  case click(line: Int)
  case wheelUp(line: Int)
  case wheelDown(line: Int)
  /// A key that means nothing here.
  case other
}

/// Takes keys from the bytes of a terminal, in pieces of any size: UTF-8, the sequences of ECMA-48 that xterm sends for
/// keys, and its reports of the mouse in the form of mode 1006 (SGR).
struct TopKeyReader {
  private var pending: [UInt8] = []

  /// No sequence is longer; what is gets dropped.
  private static let longest = 64

  /// Whether an escape may be the key, or the beginning of a sequence whose rest is under way.
  var isUndecided: Bool { !pending.isEmpty }

  mutating func take(_ bytes: some Sequence<UInt8>) -> [TopKey] {
    var keys: [TopKey] = []
    for byte in bytes {
      pending.append(byte)
      if let key = key() {
        keys.append(key)
        pending = []
      } else if pending.count >= Self.longest {
        pending = []
      }
    }
    return keys
  }

  /// Nothing has followed for a while: an escape was the key.
  mutating func timeOut() -> [TopKey] {
    defer { pending = [] }
    return pending == [0x1B] ? [.escape] : []
  }

  /// The key that the bytes are; nil while some are missing.
  private func key() -> TopKey? {
    switch pending[0] {
    case 0x1B: sequence()
    case 0x0A, 0x0D: .enter
    case 0x08, 0x7F: .backspace
    case 0..<0x20: .other
    default: character()
    }
  }

  private func character() -> TopKey? {
    let first = pending[0]
    let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard pending.count == length else { return nil }
    let scalars = String(decoding: pending, as: UTF8.self).unicodeScalars
    return scalars.count == 1 ? scalars.first.map { .character($0) } : .other
  }

  private func sequence() -> TopKey? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    // SS3: a key of a keypad, or an arrow in application mode.
    case UInt8(ascii: "O"): return pending.count < 3 ? nil : Self.named(pending[2])
    case UInt8(ascii: "["): break
    // Alt with a key.
    default: return .other
    }
    guard pending.count > 2, let final = pending.last, 0x40...0x7E ~= final else { return nil }
    let inside = pending[2..<pending.count - 1]
    if inside.first == UInt8(ascii: "<") {
      return mouse(inside.dropFirst(), isPress: final == UInt8(ascii: "M"))
    }
    return final == UInt8(ascii: "~") ? Self.numbered(inside) : Self.named(final)
  }

  private static func named(_ final: UInt8) -> TopKey {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    default: .other
    }
  }

  private static func numbered(_ digits: ArraySlice<UInt8>) -> TopKey {
    switch String(decoding: digits, as: UTF8.self) {
    case "1", "7": .home
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: .other
    }
  }

  /// `BUTTON;COLUMN;LINE`.
  private func mouse(_ report: ArraySlice<UInt8>, isPress: Bool) -> TopKey {
    let numbers = report.split(separator: UInt8(ascii: ";")).map { Int(String(decoding: $0, as: UTF8.self)) }
    guard isPress, numbers.count == 3, let button = numbers[0], let line = numbers[2] else { return .other }
    return switch button {
    case 0: .click(line: line)
    case 64: .wheelUp(line: line)
    case 65: .wheelDown(line: line)
    default: .other
    }
  }
}
