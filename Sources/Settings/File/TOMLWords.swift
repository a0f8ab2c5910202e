/// What is wrong with a TOML document, in words for somebody who does not know its grammar.
///
/// toml++ describes its parser: `Error while parsing value: could not determine value type` stands for a string without
/// quotes. Its words are recognized by a part of them, the first that fits.
enum TOMLWords {
  /// - Parameter words: Those of toml++.
  /// - Returns: Nil for words that say it well enough, or are not known.
  static func sentence(for words: String) -> String? {
    table.first { words.contains($0.part) }?.sentence
  }

  private static let table: [(part: String, sentence: String)] = values + strings + keys + containers

  private static let values = [
    (
      "could not determine value type",
      "this is no value; a string stands in quotes, as in source = \"demo\""
    ),
    ("parsing boolean", "true and false are written in small letters, and a string stands in quotes"),
    ("parsing floating-point: expected 'nan'", "this is no value; a string stands in quotes"),
    ("parsing floating-point: expected 'inf'", "this is no value; a string stands in quotes"),
    ("key-value pair: expected value", "the value behind = is missing"),
    ("leading zeroes", "a number has no zeros in front"),
    (
      "floating-point: expected decimal digit",
      "a number has digits on both sides of its point and no unit, and a string stands in quotes"
    ),
    ("integer: expected digit", "a number has digits alone and no unit, and a string stands in quotes"),
    ("not representable in 64 bits", "the number is too large"),
    (
      "expected a comment or whitespace",
      "only a comment may follow a value; the next key begins a line, and a string stands in one pair of quotes"
    ),
  ]

  private static let strings = [
    ("string: encountered end-of-file", "the string is not closed: its quotes are missing"),
    (
      "control characters other than TAB",
      "the string is not closed on its line, or holds a control character"
    ),
    (
      "unknown escape sequence",
      "the backslash must be doubled, or the string must stand in single quotes"
    ),
    ("parsing unicode scalar", "\\u must be followed by four hexadecimal digits, and \\U by eight"),
    ("invalid utf-8", "the file must be UTF-8"),
  ]

  private static let keys = [
    ("expected '=', saw ':'", "= stands between a key and its value, and no colon"),
    (
      "key-value pair: expected '='",
      "= must follow the key; a key with other characters than letters, digits, - and _ stands in quotes"
    ),
    ("table header: cannot redefine", "the table stands there twice, or is a key of another kind further up"),
    ("cannot redefine", "the key stands there twice"),
    ("saw '{'", "a line begins with a key or with [; a file in JSON needs a name that ends in .json"),
    ("root table: expected keys, tables, whitespace or comments, saw '/'", "a comment begins with #"),
    (
      "root table: expected keys, tables, whitespace or comments, saw '='", "the key in front of = is missing"
    ),
    (
      "root table: expected keys",
      "a line begins with a key, with [ or with #; a key with other characters than letters, digits, - and _ stands in quotes"
    ),
  ]

  private static let containers = [
    ("blank bare keys", "the name between the brackets is missing"),
    (
      "table header: expected ']'",
      "] must follow the name of the table; a name with other characters than letters, digits, - and _ stands in quotes"
    ),
    ("dangling comma", "no comma stands behind the last member of a table in braces"),
    ("inline table: expected key or closing '}', saw '\\n'", "a table in braces must be closed on its line"),
    ("inline table: encountered end-of-file", "the table in braces is not closed"),
    ("array: expected comma", "a comma between two elements is missing, or the array is not closed"),
    ("array: encountered end-of-file", "the array is not closed"),
    ("maximum nested value depth", "arrays and tables are more than 16 deep within each other"),
  ]
}
