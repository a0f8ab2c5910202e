/// Why a file is neither TOML nor JSON, whichever it should be.
struct FileSyntaxError: Error, Hashable {
  /// Both from 1; columns count characters of the text, or of its bytes where it is not UTF-8.
  let line: Int
  let column: Int
  /// What is wrong there; quotes nothing of the text but single characters.
  let message: String
}
