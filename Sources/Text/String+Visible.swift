extension String {
  /// The string on one line, with an escape for everything that a reader could not see: `\n`, `\u{202E}`.
  ///
  /// What comes from a server, a program or a client may hold control characters, which act on a terminal, and
  /// characters that reorder or hide the text around them ("Trojan Source", CVE-2021-42574; Unicode Technical
  /// Report 36). Printable text of every script stays as it is, and so does a backslash: the result is for
  /// reading and cannot be turned back. Escaping twice changes nothing.
  package var visible: String {
    guard hasInvisibleScalar else { return self }
    var visible = String.UnicodeScalarView()
    for scalar in unicodeScalars { visible.append(contentsOf: scalar.visible) }
    return String(visible)
  }

  /// The beginning of ``visible`` that fits into so many bytes of UTF-8; no escape is cut.
  ///
  /// The cost depends on the limit and not on the string.
  package func visible(inBytes limit: Int) -> String {
    var visible = ""
    for scalar in unicodeScalars {
      let piece = String(String.UnicodeScalarView(scalar.visible))
      guard visible.utf8.count + piece.utf8.count <= limit else { break }
      visible.unicodeScalars.append(contentsOf: piece.unicodeScalars)
    }
    return visible
  }

  /// The beginning of ``visible`` that has at most so many Unicode scalars, with `…` for the rest; no escape is
  /// cut.
  ///
  /// The cost depends on the limit and not on the string.
  package func visible(inScalars limit: Int) -> String {
    var visible: [Unicode.Scalar] = []
    // As many as fit with `…` behind them.
    var fitting = 0
    for scalar in unicodeScalars {
      visible += scalar.visible
      if visible.count < limit { fitting = visible.count }
      guard visible.count <= limit else {
        return String(String.UnicodeScalarView(visible[..<fitting])) + "…"
      }
    }
    return String(String.UnicodeScalarView(visible))
  }

  private var hasInvisibleScalar: Bool {
    // Nearly every string is printable ASCII, for which bytes are enough.
    !utf8Span.span.isPrintableASCII && unicodeScalars.contains(where: \.isInvisible)
  }
}

extension [UInt8] {
  /// Whether each byte is a printable character of ASCII.
  package var isPrintableASCII: Bool { span.isPrintableASCII }
}

extension Span<UInt8> {
  /// Whether the furthest byte from the space is near enough; the loop has no exit, so that the compiler takes sixteen
  /// bytes at a time.
  fileprivate var isPrintableASCII: Bool {
    var furthest: UInt8 = 0
    for index in indices { furthest = max(furthest, self[index] &- 0x20) }
    return furthest <= 0x7E - 0x20
  }
}

extension Unicode.Scalar {
  /// Whether ``Swift/String/visible`` has an escape for the scalar.
  ///
  ///     controls        C0, DEL, C1, which U+0085 is one of
  ///     separators      of lines U+2028, of paragraphs U+2029
  ///     directions      U+061C, U+200E, U+200F, U+202A–202E, U+2066–2069
  ///     without width   U+200B, U+2060–2065, U+FEFF
  ///     deprecated      U+206A–206F
  ///     annotations     U+FFF9–FFFB
  ///     tags            U+E0000–E007F
  ///
  /// Joiners (U+200C, U+200D) are not among them: scripts and emoji need them.
  package var isInvisible: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x200B,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// The scalar itself or its escape.
  fileprivate var visible: [Unicode.Scalar] {
    guard isInvisible else { return [self] }
    let escape =
      switch self {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: "\\u{\(String(value, radix: 16, uppercase: true))}"
      }
    return Array(escape.unicodeScalars)
  }
}
