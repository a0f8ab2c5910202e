extension String {
  /// The beginning of what a client wrote, for sentences and logs: a name may be a megabyte long, and every
  /// failure that repeats it is remembered.
  ///
  /// By Unicode scalars, for one `Character` may be of any length.
  package var excerpt: String {
    let limit = 128
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return self[..<end] + "…"
  }

  /// The string's excerpt in quotes, for sentences.
  package var quoted: String { "\"\(excerpt)\"" }
}
