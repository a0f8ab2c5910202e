import Glibc
import Reactor
import Settings

/// What is known of the reader of a standard stream.
struct Terminal {
  let isTerminal: Bool
  let style: TextStyle
  /// How many characters fit on a line; nil for a reader that is no terminal.
  let columns: Int?

  /// What a terminal has that does not know its size.
  static let usualColumns = 80

  init(_ descriptor: CInt) {
    isTerminal = isatty(descriptor) == 1
    style = isTerminal && !TextStyle.isUnwanted ? .coloured : .plain
    columns = isTerminal ? TerminalSize(of: descriptor)?.columns ?? Self.usualColumns : nil
  }
}

/// How words are set off from others: by colour (ECMA-48, SGR), or not at all.
struct TextStyle: Equatable {
  let isColoured: Bool

  static let coloured = TextStyle(isColoured: true)
  static let plain = TextStyle(isColoured: false)

  /// Whether the person wants no colours (https://no-color.org).
  static var isUnwanted: Bool { Environment.ofProcess("NO_COLOR") != nil }

  func error(_ text: String) -> String { set(text, "1;31") }
  func warning(_ text: String) -> String { set(text, "33") }
  func heading(_ text: String) -> String { set(text, "1") }

  private func set(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
