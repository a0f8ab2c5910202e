import Reactor
import Text

/// What may be shown of a program's name.
///
/// Where the space behind the program is missing, its first argument has become part of its name, and nothing need
/// set the two apart. Yet whoever has mistyped a name, or has not installed the program, is helped by the name
/// alone. So a name that does not exist is shown unless another program's name or a character says that it goes on
/// with an argument.
enum ProgramName {
  /// The name, or the part of it that can be no argument.
  ///
  /// On a computer with `/usr/bin/curl` and no more programs of these names:
  ///
  /// | program | shown | |
  /// |---|---|---|
  /// | `/usr/bin/curl` | `/usr/bin/curl` | exists |
  /// | `curls3cret` | `curl…` | begins with a program that exists |
  /// | `/usr/bin/curl-ume:s3cret` | `/usr/bin/curl…` | the same |
  /// | `/bin/fetch--token=s3cret` | `fetch…` | ends where an option or a value begins |
  /// | `fetch-all` | `fetch-all` | may be mistyped |
  static func shown(_ program: String) -> String {
    if SearchPath.finds(program) { return program.visible }
    if let known = existingBeginning(of: program) { return String(known).visible + "…" }
    return upToArgument(program)
  }

  /// The longest program that exists and that the name begins with.
  ///
  /// Shorter names than three characters begin too many others: `ls` begins `lsof`.
  private static func existingBeginning(of program: String) -> Substring? {
    var folders = program.startIndex
    for slash in program.utf8.indices where program.utf8[slash] == UInt8(ascii: "/") {
      let end = program.utf8.index(after: slash)
      guard SearchPath.finds(String(program[..<end])) else { break }
      folders = end
    }
    var name = program.unicodeScalars[folders...].prefix { $0 != "/" }.prefix(longestName)
    while name.count >= 3 {
      let known = program[..<name.endIndex]
      if SearchPath.finds(String(known)) { return known }
      name = name.dropLast()
    }
    return nil
  }

  /// The name up to what begins an option or a value, and then without its folders, of which the end is unknown.
  private static func upToArgument(_ program: String) -> String {
    let bytes = Array(program.utf8)
    let end = bytes.indices.first { index in
      separators.contains(bytes[index]) || bytes[index...].starts(with: "--".utf8)
    }
    guard let end else { return program.visible }
    let name = bytes[..<end].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? []
    return String(decoding: name, as: UTF8.self).visible + "…"
  }

  /// What stands between an option and its value, within a URL or between words.
  private static let separators = Set(" \t\r\n=:@?#&,;\"'".utf8)

  /// NAME_MAX of limits.h: no file has a longer name.
  private static let longestName = 255
}
