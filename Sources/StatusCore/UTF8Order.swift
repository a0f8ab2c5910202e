extension String {
  /// Whether the text comes before `other` by its UTF-8 bytes, which is the order of the Unicode scalars.
  ///
  /// `<` compares by canonical equivalence, which other languages do not; this order every client can repeat.
  func precedesInUTF8(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
