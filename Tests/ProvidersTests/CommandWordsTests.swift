import Reactor
import TestSupport
import Testing

@testable import Providers

/// Quoting, as a real shell sees it.
@Suite(.timeLimit(.minutes(3))) struct CommandWordsTests {
  init() {
    EventLoopThread.start()
  }

  /// What stands in the lines: everything that quotes, and nothing that a shell expands.
  private static let pieces = [
    "a", "b", "é", " ", "  ", "\t", "\\\n", "'", "\"", "\\", "-", "=", "{", "}", "#x", "^",
  ]

  @LoopActor @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `random lines are taken apart as a shell does`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<50).map { _ in Self.line(using: &random) }.filter { line in
      !line.contains(/[ \t](\\\n)*#/) && (try? WordSplitter.words(of: line)) != nil
    }
    let shells = await shellWords(of: lines)
    #expect(lines.count > 10 && shells.count == lines.count)
    for (line, words) in zip(lines, shells) {
      #expect(try WordSplitter.words(of: line) == words, "\(line.debugDescription)")
    }
  }

  /// A word of its own stands in front, so that "#" makes no comment of the line.
  private static func line(using random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...12, using: &random)
    return "x" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// The words that one `sh` makes of each line.
  @LoopActor private func shellWords(of lines: [String]) async -> [[String]] {
    let script = lines.map { "printf '%s\\0' \($0)\nprintf '\\036'" }.joined(separator: "\n")
    let command = Command(program: "sh", arguments: ["-c", script])
    let text = await withCheckedContinuation { continuation in
      _ = CommandSource(command).fetch(SourceRequest()) { continuation.resume(returning: $0.text) }
    }
    return (text ?? "").split(separator: "\u{1E}").map { words in
      words.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  @Test(arguments: [
    (
      ["--token=s3cret", "-ps3cret", "s3cret", "user"], "s3cret: --token=s3cret is not for user",
      "***: --token=*** is not for ***"
    ),
    (["--json", "-v", "ab"], "--json -v ab: no", "--json -v ab: no"), ([], "fatal", "fatal"),
    (
      [], "cannot read 'https://me:s3cret@host:1/a?token=s3cret' of http://host/#s3cret or ftp://host/b",
      "cannot read 'https://***@host:1/a?***' of http://host/?*** or ftp://host/b"
    ),
    ([], "https://a@b@host and me@host", "https://***@host and me@host"), ([], "://", "://"),
    (["abc", "abcdef"], "abcdef abc", "*** ***"),
    (["line one\nline two"], "got line two, line one", "got ***, ***"),
    (["pass\u{202E}word", "\tkey\t"], #"no pass\u{202E}word, no key"#, "no ***, no ***"),
  ])
  func `what a program says is told without its arguments`(
    arguments: [String], said: String, told: String
  ) {
    #expect(Command(program: "show", arguments: arguments).redacted(said) == told)
  }
}
