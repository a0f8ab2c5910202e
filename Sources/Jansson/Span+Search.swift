import Glibc

extension Span<UInt8> {
  /// The index of the first such byte from `start` on; nil when there is none.
  package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    let rest = extracting(start...)
    // SAFETY: memchr reads at most `count` bytes of the buffer, within the closure that lends it, and what
    // it returns points into them.
    return unsafe rest.withUnsafeBytes { buffer in
      guard let first = buffer.baseAddress, let found = unsafe memchr(first, CInt(byte), buffer.count)
      else { return nil }
      return unsafe start + (UnsafeRawPointer(found) - first)
    }
  }

  /// Whether both have the same bytes.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // SAFETY: memcmp reads `count` bytes of each, within the closures that lend them.
    return unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { others in
        guard let first = own.baseAddress, let second = others.baseAddress else { return true }
        return unsafe memcmp(first, second, own.count) == 0
      }
    }
  }

  /// Whether these are the bytes of that word.
  package func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    // SAFETY: memcmp reads `count` bytes of each: the word has so many, for as long as the program runs, and
    // so has the buffer, within the closure that lends it.
    return unsafe withUnsafeBytes { buffer in
      guard let first = buffer.baseAddress else { return true }
      return unsafe memcmp(first, word.utf8Start, word.utf8CodeUnitCount) == 0
    }
  }

  /// Whether these are the bytes of that word, in upper or lower case.
  ///
  /// - Parameter word: Lower-case ASCII.
  package func spellsLowercased(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && beginsLowercased(word)
  }

  /// Whether that word, in upper or lower case, begins with these bytes.
  ///
  /// - Parameter word: Lower-case ASCII.
  package func beginsLowercased(_ word: StaticString) -> Bool {
    guard count <= word.utf8CodeUnitCount else { return false }
    for index in indices {
      let byte = self[index]
      let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      // SAFETY: `utf8Start` points to as many bytes as the count says, for as long as the program runs.
      guard unsafe (isUpper ? byte | 0x20 : byte) == word.utf8Start[index] else { return false }
    }
    return true
  }
}
