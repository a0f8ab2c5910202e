import Text

/// One line of the screen as pieces of text, each with a style; what comes from outside is made visible here.
struct TopLine: Equatable {
  struct Piece: Equatable {
    let text: String
    let style: TopStyle
  }

  private(set) var pieces: [Piece] = []
  /// Whether it is set off from the others, to its end.
  var isSelected = false

  init() {}

  init(_ text: String, _ style: TopStyle = .plain) {
    add(text, style)
  }

  mutating func add(_ text: String, _ style: TopStyle = .plain) {
    if !text.isEmpty { pieces.append(Piece(text: text.visible, style: style)) }
  }

  /// The text without its styles.
  var text: String { pieces.map(\.text).joined() }

  /// The line for a terminal, in at most so many columns.
  ///
  /// - Parameter isColoured: Otherwise there is no control sequence in it.
  func rendered(columns: Int, isColoured: Bool) -> String {
    var (rendered, left) = ("", columns)
    for piece in pieces where left > 0 {
      let text = piece.text.cut(toColumns: left)
      left -= text.columns
      rendered += isColoured ? piece.style.paint(text, isSelected: isSelected) : text
      // What is cut has nothing behind it.
      if text != piece.text { break }
    }
    guard isSelected, isColoured, left > 0 else { return rendered }
    return rendered + TopStyle.plain.paint(String(repeating: " ", count: left), isSelected: true)
  }
}

/// How a piece of text is set off: by SGR (ECMA-48) in colours of the terminal's own, which fit its theme.
enum TopStyle: String {
  case plain = ""
  case good = "32"
  case warning = "33"
  case bad = "31"
  case busy = "36"
  case faint = "2"
  case heading = "1"

  func paint(_ text: String, isSelected: Bool) -> String {
    let codes = [isSelected ? "7" : "", rawValue].filter { !$0.isEmpty }
    return codes.isEmpty ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
