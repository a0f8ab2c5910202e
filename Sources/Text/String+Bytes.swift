/// Text from outside, looked at by its bytes.
///
/// To Swift's `Character` a slash with a combining mark behind it is no slash, and texts of different bytes may be
/// equal. Whoever writes the text could hide from us what programs and servers see in it.
extension StringProtocol {
  // Inlinable, so that the caller's compiler knows the type: otherwise the runtime searches all conformances of the
  // program for those of the type.
  @inlinable package func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  @inlinable package func ends(with suffix: String) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// By hand: the standard library's search is part of its regular expressions, code that a fetch needs nowhere else.
  @inlinable package func holds(_ part: String) -> Bool {
    let text = String(self)
    return text.utf8Span.span.holds(part.utf8Span.span)
  }

  @inlinable package func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// The parts between separators, which are ASCII.
  ///
  /// - Parameters:
  ///   - most: How many separators count, from the beginning.
  ///   - keepsEmpty: Whether a part may be empty; otherwise such parts are left out.
  package func parts(
    between separator: Unicode.Scalar, most: Int = .max, keepsEmpty: Bool = false
  ) -> [Substring] {
    Substring(self).utf8.split(
      separator: UInt8(ascii: separator), maxSplits: most, omittingEmptySubsequences: !keepsEmpty
    ).map(Substring.init(_:))
  }

  /// What stands before the first separator, which is ASCII, and what stands behind it; nil without one.
  package func cut(at separator: Unicode.Scalar) -> (before: Substring, behind: Substring)? {
    let text = Substring(self)
    guard let place = text.utf8.firstIndex(of: UInt8(ascii: separator)) else { return nil }
    return (text[..<place], text[text.utf8.index(after: place)...])
  }
}

extension Span<UInt8> {
  @usableFromInline func holds(_ part: Span<UInt8>) -> Bool {
    guard part.count <= count else { return false }
    for start in 0...(count - part.count) {
      var length = 0
      while length < part.count, self[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}

extension [String] {
  /// The same as `joined(separator:)`, for what every fetch needs: the standard library's has the runtime search all
  /// conformances of the program, at 70,000 instructions each.
  package func chained(by separator: String) -> String {
    var text = first ?? ""
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}

extension String {
  /// The string with another in the place of each `part`.
  package func replacing(bytesOf part: String, by replacement: String) -> String {
    guard holds(part) else { return self }
    let bytes = Array(utf8).replacing(Array(part.utf8), with: Array(replacement.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
