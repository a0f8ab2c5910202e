import Testing

/// What is said of a file that is no TOML, to somebody who does not know the grammar.
struct TOMLWordsTests {
  @Test(arguments: [
    ("source = demo", "1, column 10: this is no value; a string stands in quotes, as in source = \"demo\""),
    ("\n  a = /etc/x", "2, column 7: this is no value; a string stands in quotes, as in source = \"demo\""),
    ("a = file:x", "1, column 6: true and false are written in small letters, and a string stands in quotes"),
    ("a = True", "1, column 5: true and false are written in small letters, and a string stands in quotes"),
    ("a = null", "1, column 6: this is no value; a string stands in quotes"),
    ("a =\n", "1, column 4: the value behind = is missing"),
    (
      "a = 10 s",
      "1, column 8: only a comment may follow a value; the next key begins a line, and a string stands in one pair of quotes"
    ),
    ("a = 5s", "1, column 6: a number has digits alone and no unit, and a string stands in quotes"),
    (
      "a = .5",
      "1, column 5: a number has digits on both sides of its point and no unit, and a string stands in quotes"
    ),
    ("a = 01", "1, column 7: a number has no zeros in front"),
    ("x = 99999999999999999999", "1, column 25: the number is too large"),
    ("a = \"abc\nb = 1", "1, column 9: the string is not closed on its line, or holds a control character"),
    ("a = \"abc", "1, column 9: the string is not closed: its quotes are missing"),
    (
      "a = \"C:\\path\"",
      "1, column 9: the backslash must be doubled, or the string must stand in single quotes"
    ),
    ("a: 1", "1, column 2: = stands between a key and its value, and no colon"),
    (
      "timeout 5",
      "1, column 9: = must follow the key; a key with other characters than letters, digits, - and _ stands in quotes"
    ),
    ("a = 1\na = 2", "2, column 5: the key stands there twice"),
    ("[a]\n[a]", "2, column 1: the table stands there twice, or is a key of another kind further up"),
    (
      "{\"a\": 1}",
      "1, column 1: a line begins with a key or with [; a file in JSON needs a name that ends in .json"
    ),
    ("// a", "1, column 1: a comment begins with #"),
    ("= 1", "1, column 1: the key in front of = is missing"),
    ("[]", "1, column 2: the name between the brackets is missing"),
    (
      "[a\n",
      "1, column 3: ] must follow the name of the table; a name with other characters than letters, digits, - and _ stands in quotes"
    ),
    ("a = {b = 1,}", "1, column 12: no comma stands behind the last member of a table in braces"),
    ("a = {b = 1,\nc = 2}", "1, column 12: a table in braces must be closed on its line"),
    ("a = [1, 2\nb = 1", "2, column 1: a comma between two elements is missing, or the array is not closed"),
    ("a = [1", "1, column 7: the array is not closed"),
  ])
  func `a mistake of TOML is described without its grammar`(toml: String, sentence: String) {
    #expect(problem(toml: toml) == "FILE: line \(sentence)")
  }
}
