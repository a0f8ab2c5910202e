/// Text from outside, looked at by its bytes.
///
/// To Swift's `Character` a slash with a combining mark behind it is no slash, and texts of different bytes may be
/// equal. Whoever writes the text could hide from us what programs and servers see in it.
extension StringProtocol {
  package func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  package func ends(with suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

  package func holds(_ part: String) -> Bool { utf8.contains(part.utf8) }

  package func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

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

extension String {
  /// The string with another in the place of each `part`.
  package func replacing(bytesOf part: String, by replacement: String) -> String {
    guard holds(part) else { return self }
    let bytes = Array(utf8).replacing(Array(part.utf8), with: Array(replacement.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
