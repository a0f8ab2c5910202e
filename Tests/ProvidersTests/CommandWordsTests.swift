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

  @LoopActor @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `random lines are taken apart as a shell does`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let count = Int.random(in: 0...12, using: &random)
      // A word of its own in front, so that no "#" begins a word and none makes a comment.
      let line = "x" + (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      guard !line.contains(/[ \t\n]#/), let words = try? WordSplitter.words(of: line) else { continue }
      #expect(await words == shellWords(of: line), "\(line.debugDescription)")
    }
  }

  /// The words that `sh` makes of a line.
  @LoopActor private func shellWords(of line: String) async -> [String] {
    let command = Command(program: "sh", arguments: ["-c", "printf '%s\\0' \(line)"])
    let text = await withCheckedContinuation { continuation in
      _ = CommandSource(command).fetch(SourceRequest()) { continuation.resume(returning: $0.text) }
    }
    return (text ?? "").split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
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
  ])
  func `what a program says is told without its arguments`(
    arguments: [String], said: String, told: String
  ) {
    #expect(Command(program: "show", arguments: arguments).redacted(said) == told)
  }
}
