extension String {
  /// The string with every `character` replaced; by Unicode scalars, for a combining mark would hide one.
  package func replacing(_ character: Unicode.Scalar, by replacement: String) -> String {
    unicodeScalars.split(separator: character, omittingEmptySubsequences: false)
      .map(String.init(_:)).joined(separator: replacement)
  }
}
